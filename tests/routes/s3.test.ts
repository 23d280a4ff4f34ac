/** Two gateways with a database and a bucket in common, and a data folder each: what one stores, the other has. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres, type TestPostgres } from "../store/start-postgres.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const postgres = await startPostgres();
if (typeof postgres === "string") console.warn(`Gateways with a bucket in common are not tested: ${postgres}.`);

describe.skipIf(typeof postgres === "string")("two gateways with a bucket", () => {
  const { url: databaseUrl, stop } = postgres as TestPostgres;
  let server: S3Server;
  let one: TestGateway;
  let two: TestGateway;
  beforeAll(async () => {
    server = await startS3Server();
    const environment = {
      DATABASE_URL: databaseUrl,
      S3_ENDPOINT: server.url,
      S3_BUCKET: server.bucket,
      S3_REGION: server.region,
      S3_ACCESS_KEY_ID: server.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    };
    one = await startGateway({ mount: "node", environment });
    two = await startGateway({ mount: "node", environment });
  });
  afterAll(async () => {
    for (const gateway of [one, two]) {
      expect(gateway?.output()).not.toContain(server.credentials.secretAccessKey);
      expect(gateway?.output()).not.toContain(server.credentials.accessKeyId);
      await gateway?.close();
    }
    await server?.close();
    await stop();
  });

  const text = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

  it("a file of one is read, in part too, and deleted by the other", async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const form = new FormData();
    form.set("purpose", "user_data");
    form.set("file", new File([bytes], "large.bin"));
    const uploaded = await fetch(`${one.url}/v1/files`, { method: "POST", headers: BEARER, body: form });
    const { id } = (await uploaded.json()) as { id: string };
    const content = `${two.url}/v1/files/${id}/content`;
    const read = await fetch(content, { headers: BEARER });
    expect(read.status).toBe(200);
    expect(text(Buffer.from(await read.arrayBuffer()))).toBe(text(bytes));
    const part = await fetch(content, { headers: { ...BEARER, range: "bytes=6000000-6000009" } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(6_000_000, 6_000_010));
    expect(existsSync(join(one.dataDir, "blobs")), "nothing is in a folder").toBe(false);
    expect([...server.objects.keys()]).toHaveLength(1);
    expect((await fetch(`${two.url}/v1/files/${id}`, { method: "DELETE", headers: BEARER })).status).toBe(200);
    expect([...server.objects.keys()]).toEqual([]);
    expect((await fetch(`${one.url}/v1/files/${id}/content`, { headers: BEARER })).status).toBe(404);
  });

  it("an upload begins with one and ends with the other", async () => {
    const started = await fetch(`${one.url}/upload/v1beta/files`, {
      method: "POST",
      headers: {
        ...{ "x-goog-api-key": ADMIN_KEY, "content-type": "application/json" },
        ...{ "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" },
        "x-goog-upload-header-content-length": "10",
      },
      body: JSON.stringify({ file: { displayName: "ten" } }),
    });
    const url = started.headers.get("x-goog-upload-url") ?? "";
    const send = (gateway: TestGateway, command: string, offset: number, body: string) =>
      fetch(new URL(new URL(url).pathname + new URL(url).search, gateway.url), {
        method: "POST",
        headers: { "x-goog-upload-command": command, "x-goog-upload-offset": String(offset) },
        body,
      });
    expect((await send(one, "upload", 0, "01234")).status).toBe(200);
    const ended = await send(two, "upload, finalize", 5, "56789");
    const { file } = (await ended.json()) as { file: { name: string; sizeBytes: string } };
    expect(file.sizeBytes).toBe("10");
    const id = file.name.replace("files/", "file-");
    expect(await (await fetch(`${one.url}/v1/files/${id}/content`, { headers: BEARER })).text()).toBe("0123456789");
    expect([...server.objects.keys()]).toHaveLength(1);
    await fetch(`${one.url}/v1/files/${id}`, { method: "DELETE", headers: BEARER });
  });

  it("an image of one has an address at the other", async () => {
    const response = await fetch(`${one.url}/v1/images/generations`, {
      method: "POST",
      headers: AUTHORIZED,
      body: JSON.stringify({ model: "sandbox/image-model-c", prompt: "A lake", response_format: "url" }),
    });
    const { data } = (await response.json()) as { data: { url: string }[] };
    expect(response.status).toBe(200);
    const { pathname, search } = new URL(data[0]?.url ?? "");
    const image = await fetch(`${two.url}${pathname}${search}`);
    expect(image.headers.get("content-type")).toMatch(/^image\//);
    expect((await image.arrayBuffer()).byteLength).toBe(Number(image.headers.get("content-length")));
  });

  it("a refused upload is a storage fault, whose reason is logged, and leaves nothing", async () => {
    const before = [...server.objects.keys()];
    server.fail = ({ method }) => (method === "PUT" ? { status: 403, code: "AccessDenied" } : undefined);
    const form = new FormData();
    form.set("purpose", "user_data");
    form.set("file", new File(["hello"], "a.txt"));
    const refused = await fetch(`${one.url}/v1/files`, { method: "POST", headers: BEARER, body: form });
    server.fail = () => undefined;
    expect(refused.status).toBe(503);
    expect(((await refused.json()) as { code: string }).code).toBe("storage_refused");
    expect(one.output()).toContain("AccessDenied, status 403");
    expect([...server.objects.keys()]).toEqual(before);
  });

  it("a bucket that is gone makes the gateway not ready, with the reason in the log", async () => {
    expect((await fetch(`${two.url}/readyz`)).status).toBe(200);
    server.fail = () => ({ status: 404, code: "NoSuchBucket" });
    const notReady = async () => {
      const response = await fetch(`${two.url}/readyz`);
      return [response.status, await response.json()];
    };
    await expect.poll(notReady, { timeout: 15_000, interval: 500 }).toEqual([
      503,
      {
        status: "not ready",
        checks: {
          store: "ok",
          files: "The storage of files cannot be used. The log has the reason.",
          temporary: "ok",
          config: "ok",
        },
      },
    ]);
    expect(two.output()).toContain(`the bucket "${server.bucket}" does not exist`);
    server.fail = () => undefined;
  });
});
