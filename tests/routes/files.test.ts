/** Uploaded files in the shapes of three APIs, over one store (wire-formats §0.1, §3.7, §4.8). */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import Anthropic, { toFile as toAnthropicFile } from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import AnthropicV0 from "anthropic-v0";
import { GoogleGenAI as GoogleGenAIv2 } from "google-genai-v2";
import OpenAI, { toFile } from "openai";
import OpenAIv6 from "openai-v6";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { recentRows } from "../support/recent-rows.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const LIMIT = 60 * 1024 * 1024;
const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const ANTHROPIC = { ...BEARER, "anthropic-version": "2023-06-01" };
const GOOGLE = { "x-goog-api-key": ADMIN_KEY };
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let otherKey: string;
  beforeAll(async () => {
    gateway = await startGateway({ mount, config: { limits: { fileBytes: LIMIT } } });
    const store = await openStore({ dataDir: gateway.dataDir });
    otherKey = (await store.keys.create({ name: "Other" })).secret;
    await store.close();
  });
  afterAll(() => gateway?.close());

  const openai = (apiKey = ADMIN_KEY) => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const anthropic = (apiKey = ADMIN_KEY) => new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });
  const google = (apiKey = ADMIN_KEY, apiVersion?: string) =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url, ...(apiVersion ? { apiVersion } : {}) } });

  const blobs = () => {
    const folder = join(gateway.dataDir, "blobs");
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  };
  /** Runs `work` and checks that it left nothing on disk. */
  async function leavingNothing(work: () => Promise<void>): Promise<void> {
    const before = blobs();
    await work();
    await expect.poll(blobs, { timeout: 5_000 }).toEqual(before);
  }

  function form(fields: Record<string, string | File | (string | File)[]>): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one);
    return data;
  }
  const text = (content = "hello", name = "hello.txt", type = "text/plain") => new File([content], name, { type });
  const post = (path: string, body: FormData | string | Buffer, headers: Record<string, string> = BEARER) =>
    fetch(gateway.url + path, { method: "POST", headers, body: body as BodyInit });
  const upload = async (fields = {}) => {
    const response = await post("/v1/files", form({ file: text(), purpose: "user_data", ...fields }));
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as { id: string; bytes: number; created_at: number; expires_at?: number };
  };

  describe("OpenAI's API", () => {
    it("its client uploads, lists, reads and deletes", async () => {
      const client = openai();
      const content = randomBytes(100_000);
      const created = await client.files.create({
        file: await toFile(content, "Bericht für „Q3“.pdf", { type: "application/pdf" }),
        purpose: "assistants",
        expires_after: { anchor: "created_at", seconds: 3_600 },
      });
      expect(created).toMatchObject({ object: "file", bytes: 100_000, purpose: "assistants", status: "processed" });
      expect(created.id).toMatch(/^file-[0-9a-z]{24}$/);
      expect(created.filename).toBe("Bericht für „Q3“.pdf");
      expect(Math.abs(created.created_at - Date.now() / 1000)).toBeLessThan(60);
      expect(created.expires_at).toBe(created.created_at + 3_600);
      expect(await client.files.retrieve(created.id)).toEqual(created);
      const download = await client.files.content(created.id);
      expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
      expect(Object.fromEntries(download.headers)).toMatchObject({
        "content-type": "application/pdf",
        "x-content-type-options": "nosniff",
        "content-disposition": `attachment; filename="Bericht f_r _Q3_.pdf"; filename*=UTF-8''Bericht%20f%C3%BCr%20%E2%80%9EQ3%E2%80%9C.pdf`,
      });
      expect((await client.files.list({ purpose: "assistants" })).data).toContainEqual(created);
      expect((await client.files.list({ purpose: "batch" })).data).toEqual([]);
      expect(await client.files.delete(created.id)).toEqual({ id: created.id, object: "file", deleted: true });
      await expect(client.files.retrieve(created.id)).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining("not found. It may have expired"),
      });
    });

    it("its pager reads every file once, in either order", async () => {
      const client = openai(otherKey);
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) {
        ids.push((await client.files.create({ file: await toFile(Buffer.from("x"), "x.txt"), purpose: "vision" })).id);
      }
      for (const order of ["asc", "desc"] as const) {
        const seen: string[] = [];
        for await (const file of client.files.list({ limit: 2, order })) seen.push(file.id);
        expect(seen.toSorted()).toEqual(ids.toSorted());
      }
      for (const id of ids) await client.files.delete(id);
      const empty = await fetch(`${gateway.url}/v1/files`, { headers: { authorization: `Bearer ${otherKey}` } });
      expect(await empty.json()).toEqual({ object: "list", data: [], has_more: false, first_id: null, last_id: null });
    });

    it.each([
      ["a limit of 0", "limit=0", "limit"],
      ["a limit that is no number", "limit=many", "limit"],
      ["an unknown order", "order=up", "order"],
      ["a cursor of no file", "after=file-000000000000000000000000", "after"],
      ["a cursor that is no id", "after=x", "after"],
    ])("the list refuses %s", async (_name, query, param) => {
      const response = await fetch(`${gateway.url}/v1/files?${query}`, { headers: BEARER });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 400, param });
    });

    it("a file without a type gets it from its bytes, else from its name", async () => {
      const typeOf = async (file: File) => {
        const { id } = await upload({ file });
        return (await fetch(`${gateway.url}/v1/files/${id}/content`, { headers: BEARER })).headers.get("content-type");
      };
      expect(await typeOf(new File([PNG], "picture.txt"))).toBe("image/png");
      expect(await typeOf(new File(["a,b"], "table.csv"))).toBe("text/csv");
      expect(await typeOf(new File(["?"], "thing"))).toBe("application/octet-stream");
      expect(await typeOf(new File(["{}"], "a.json", { type: "application/x-own" }))).toBe("application/x-own");
    });

    it("a path in the file name is cut, and no part of it reaches a header or the disk unescaped", async () => {
      const { id } = await upload({ file: text("x", '../../etc/pass"wd\r\nx: y') });
      const file = await openai().files.retrieve(id);
      expect(file.filename).not.toMatch(/[/\\\r\n]/);
      const { headers } = await fetch(`${gateway.url}/v1/files/${id}/content`, { headers: BEARER });
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[^"\\/]+"/);
      expect(headers.get("x")).toBeNull();
      expect(blobs()).toContain(id.slice("file-".length));
    });

    it("HEAD of the content sends no body and ends", async () => {
      const { id } = await upload();
      const response = await fetch(`${gateway.url}/v1/files/${id}/content`, { method: "HEAD", headers: BEARER });
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        200,
        "text/plain",
        "",
      ]);
    });
  });

  describe("Anthropic's API", () => {
    it("its client uploads, lists, reads and deletes", async () => {
      const client = anthropic();
      const created = await client.beta.files.upload({
        file: await toAnthropicFile(Buffer.from("Hello"), "note.md", { type: "text/markdown" }),
      });
      expect(created).toMatchObject({
        type: "file",
        filename: "note.md",
        mime_type: "text/markdown",
        size_bytes: 5,
        downloadable: true,
      });
      expect(created.created_at).toBe(new Date(created.created_at).toISOString());
      expect(await client.beta.files.retrieveMetadata(created.id)).toEqual(created);
      expect(await (await client.beta.files.download(created.id)).text()).toBe("Hello");
      const listed: string[] = [];
      for await (const file of client.beta.files.list({ limit: 1 })) listed.push(file.id);
      expect(listed).toContain(created.id);
      expect(new Set(listed).size).toBe(listed.length);
      expect(await client.beta.files.delete(created.id)).toEqual({ id: created.id, type: "file_deleted" });
      await expect(client.beta.files.retrieveMetadata(created.id)).rejects.toMatchObject({
        status: 404,
        type: "not_found_error",
      });
    });

    it("pages continue forward by after_id and back by before_id", async () => {
      const own = { ...ANTHROPIC, authorization: `Bearer ${otherKey}` };
      const ids: string[] = [];
      for (const name of ["a", "b", "c"]) {
        const response = await post("/v1/files", form({ file: text(name, name) }), own);
        ids.unshift(((await response.json()) as { id: string }).id);
      }
      const page = async (query: string) => {
        const response = await fetch(`${gateway.url}/v1/files?${query}`, { headers: own });
        const body = (await response.json()) as { data: { id: string }[]; has_more: boolean };
        return { ...body, ids: body.data.map(({ id }) => id) };
      };
      const newest = (await page("")).ids;
      expect(newest.toSorted()).toEqual(ids.toSorted());
      expect(await page("limit=2")).toMatchObject({ ids: newest.slice(0, 2), has_more: true, last_id: newest[1] });
      expect(await page(`limit=2&after_id=${newest[1]}`)).toMatchObject({ ids: [newest[2]], has_more: false });
      expect(await page(`limit=1&before_id=${newest[2]}`)).toMatchObject({ ids: [newest[1]], has_more: true });
      expect(await page(`ids[]=${newest[0]}`)).toMatchObject({ ids: [newest[0]], has_more: false });
    });

    it("the spec's own header name works too, and needs no purpose", async () => {
      const response = await post("/v1/files", form({ file: text() }), { ...BEARER, "provider-version": "2023-06-01" });
      expect(await response.json()).toMatchObject({ type: "file", size_bytes: 5 });
    });
  });

  describe("Google's API", () => {
    it.each(["v1", "v1beta"])("its client uploads resumably, lists, reads and deletes under %s", async (version) => {
      const client = google(ADMIN_KEY, version);
      // More than two of the client's pieces of 8 MiB.
      const content = Buffer.alloc(17 * 1024 * 1024, "gateway ");
      const created = await client.files.upload({
        file: new Blob([content], { type: "video/mp4" }),
        config: { displayName: "A film" },
      });
      expect(created).toMatchObject({
        name: expect.stringMatching(/^files\/[0-9a-z]{24}$/),
        displayName: "A film",
        mimeType: "video/mp4",
        sizeBytes: String(content.length),
        sha256Hash: createHash("sha256").update(content).digest("base64"),
        uri: `${gateway.url}/${version}/${created.name}`,
        state: "ACTIVE",
        source: "UPLOADED",
      });
      const life = Date.parse(created.expirationTime ?? "") - Date.parse(created.createTime ?? "");
      expect(life).toBe(48 * 3_600_000);
      expect(await client.files.get({ name: created.name ?? "" })).toMatchObject({ name: created.name });
      const names: (string | undefined)[] = [];
      for await (const file of await client.files.list({ config: { pageSize: 1 } })) names.push(file.name);
      expect(names).toContain(created.name);
      expect(new Set(names).size).toBe(names.length);
      const download = await fetch(`${created.uri}:download?alt=media&key=${ADMIN_KEY}`);
      expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
      await client.files.delete({ name: created.name ?? "" });
      await expect(client.files.get({ name: created.name ?? "" })).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining("NOT_FOUND"),
      });
    });

    async function start(headers: Record<string, string> = {}, body = "{}"): Promise<Response> {
      return post("/upload/v1beta/files", body, {
        ...GOOGLE,
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        ...headers,
      });
    }
    const urlOf = (response: Response) => response.headers.get("x-goog-upload-url") ?? "";
    async function send(url: string, command: string, { offset, body = "" }: { offset?: number; body?: string } = {}) {
      const headers = {
        "x-goog-upload-command": command,
        ...(offset === undefined ? {} : { "x-goog-upload-offset": String(offset) }),
      };
      // Without a key: who has the URL may go on.
      const response = await fetch(url, { method: "POST", headers, body });
      return {
        status: response.status,
        upload: response.headers.get("x-goog-upload-status"),
        received: response.headers.get("x-goog-upload-size-received"),
        body: (await response.json()) as Record<string, unknown>,
      };
    }

    it("an upload continues at its offset, by its URL only", async () => {
      const started = await start(
        { "x-goog-upload-header-content-length": "10", "x-goog-upload-file-name": "ten.txt" },
        JSON.stringify({ file: { display_name: "Ten", mime_type: "text/plain" } }),
      );
      expect(started.headers.get("x-goog-upload-status")).toBe("active");
      const url = urlOf(started);
      expect(url).toMatch(new RegExp(`^${gateway.url}/upload/v1beta/files\\?upload_id=`));
      expect(await send(url, "upload", { offset: 0, body: "01234" })).toMatchObject({ status: 200, upload: "active" });
      expect(await send(url, "query")).toMatchObject({ status: 200, upload: "active", received: "5" });
      expect(await send(url, "upload", { offset: 3, body: "x" })).toMatchObject({
        status: 400,
        received: "5",
        body: { error: 400, message: expect.stringContaining("starting at byte 5; got 3") },
      });
      expect(await send(url, "finalize")).toMatchObject({ status: 400, upload: "active", received: "5" });
      expect(await send(url, "upload, finalize", { offset: 5, body: "too many" })).toMatchObject({ status: 413 });
      const done = await send(url, "upload, finalize", { offset: 5, body: "56789" });
      expect(done).toMatchObject({
        status: 200,
        upload: "final",
        body: { file: { displayName: "Ten", mimeType: "text/plain", sizeBytes: "10" } },
      });
      const file = done.body.file as { uri: string; sha256Hash: string };
      expect(file.sha256Hash).toBe(createHash("sha256").update("0123456789").digest("base64"));
      expect(await (await fetch(`${file.uri}:download?alt=media`, { headers: GOOGLE })).text()).toBe("0123456789");
      expect(await send(url, "query")).toMatchObject({ status: 404 });
    });

    it("the URLs are those of the proxy that the client called", async () => {
      const started = await start({ "x-forwarded-proto": "https", "x-forwarded-host": "ai.example.org" });
      expect(urlOf(started)).toMatch(/^https:\/\/ai\.example\.org\/upload\/v1beta\/files\?upload_id=/);
    });

    it("a cancelled upload is removed", () =>
      leavingNothing(async () => {
        const url = urlOf(await start());
        await send(url, "upload", { offset: 0, body: "12345" });
        expect(await send(url, "cancel")).toMatchObject({ status: 200, upload: "cancelled" });
        expect(await send(url, "upload", { offset: 5, body: "6" })).toMatchObject({ status: 404 });
      }));

    it("another key may not continue an upload", async () => {
      const url = urlOf(await start());
      const response = await fetch(url, {
        method: "POST",
        headers: { "x-goog-api-key": otherKey, "x-goog-upload-command": "query" },
      });
      expect(response.status).toBe(404);
    });

    it("multipart/related and raw uploads are stored whole", async () => {
      const body = [
        "--edge\r\ncontent-type: application/json\r\n\r\n",
        JSON.stringify({ file: { displayName: "Both" } }),
        "\r\n--edge\r\ncontent-type: text/csv\r\n\r\na,b\r\n1,2\r\n--edge--\r\n",
      ].join("");
      const related = await post("/upload/v1beta/files", body, {
        ...GOOGLE,
        "x-goog-upload-protocol": "multipart",
        "content-type": "multipart/related; boundary=edge",
      });
      expect(await related.json()).toMatchObject({
        file: { displayName: "Both", mimeType: "text/csv", sizeBytes: "8" },
      });
      const raw = await post("/upload/v1/files", PNG, {
        ...GOOGLE,
        "x-goog-upload-protocol": "raw",
        "x-goog-upload-file-name": "dot.png",
      });
      expect(await raw.json()).toMatchObject({
        file: { displayName: "dot.png", mimeType: "image/png", sizeBytes: "16" },
      });
    });

    it.each<[string, Record<string, string>, string, string]>([
      ["an unknown protocol", { "x-goog-upload-protocol": "carrier-pigeon" }, "", "x-goog-upload-protocol"],
      ["another first command", { "x-goog-upload-command": "upload" }, "", "x-goog-upload-command"],
      ["a size that is no number", { "x-goog-upload-header-content-length": "big" }, "", "content-length"],
      ["an announced size of 0", { "x-goog-upload-header-content-length": "0" }, "", "empty"],
      ["metadata that is no JSON", {}, "{", "Invalid JSON in the file's metadata"],
      ["a display name of another type", {}, '{"file":{"displayName":5}}', "file.displayName"],
      ["a name of the client's own", {}, '{"file":{"name":"files/mine"}}', "file.name"],
    ])("%s is a 400", async (_name, headers, body, said) => {
      const response = await start(headers, body);
      const answer = await response.json();
      expect([response.status, answer.error]).toEqual([400, 400]);
      expect(answer.message).toContain(said);
    });

    it("an announced size over the limit is a 413", async () => {
      expect((await start({ "x-goog-upload-header-content-length": String(LIMIT + 1) })).status).toBe(413);
    });

    it("the list under /v1 has Google's form for a client with its header, without an empty token", async () => {
      const body = await (await fetch(`${gateway.url}/v1/files?pageSize=100`, { headers: GOOGLE })).json();
      expect(Object.keys(body)).toEqual(["files"]);
    });
  });

  it("a file of one API is the same file in the others", async () => {
    const { id } = await upload();
    const bare = id.slice("file-".length);
    for (const path of [`/v1/files/${id}`, `/v1/files/${bare}`, `/v1beta/files/${bare}`, `/v1beta/files/${id}`]) {
      const response = await fetch(gateway.url + path, { headers: GOOGLE });
      expect(await response.json(), path).toMatchObject({ name: `files/${bare}`, sizeBytes: "5" });
    }
    const asAnthropic = await fetch(`${gateway.url}/api/v1/files/${bare}`, { headers: ANTHROPIC });
    expect(await asAnthropic.json()).toMatchObject({ id, mime_type: "text/plain" });
  });

  it("the older generation of each client works too", async () => {
    const asOpenAi = new OpenAIv6({ apiKey: ADMIN_KEY, baseURL: `${gateway.url}/v1` });
    const { id } = await asOpenAi.files.create({ file: await toFile(Buffer.from("old"), "o.txt"), purpose: "batch" });
    const asAnthropic = new AnthropicV0({ apiKey: ADMIN_KEY, baseURL: gateway.url });
    const listed: string[] = [];
    for await (const file of asAnthropic.beta.files.list({ limit: 2 })) listed.push(file.id);
    expect(listed).toContain(id);
    expect(new Set(listed).size).toBe(listed.length);
    const asGoogle = new GoogleGenAIv2({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateway.url } });
    const uploaded = await asGoogle.files.upload({ file: new Blob(["old"], { type: "text/plain" }) });
    expect(uploaded.uri).toBe(`${gateway.url}/v1beta/${uploaded.name}`);
    expect((await asGoogle.files.get({ name: uploaded.name ?? "" })).sizeBytes).toBe("3");
    await asGoogle.files.delete({ name: uploaded.name ?? "" });
    await asAnthropic.beta.files.delete(id);
    await expect(asOpenAi.files.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it("only its owner and the admin see a file", async () => {
    const client = openai(otherKey);
    const own = await client.files.create({ file: await toFile(Buffer.from("mine"), "m.txt"), purpose: "user_data" });
    const { id } = await upload();
    const { files } = client;
    for (const attempt of [() => files.retrieve(id), () => files.content(id), () => files.delete(id)]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    }
    expect((await client.files.list()).data.map((file) => file.id)).not.toContain(id);
    expect((await openai().files.retrieve(own.id)).id).toBe(own.id);
    expect((await fetch(`${gateway.url}/v1/files/${id}`)).status).toBe(401);
  });

  it("an expired file is a 404 and in no list", async () => {
    const { id } = await upload();
    const store = await openStore({ dataDir: gateway.dataDir });
    const file = await store.files.find(id.slice("file-".length));
    await store.files.remove(file?.id ?? "");
    if (file) await store.files.create({ ...file, expiresAt: Date.now() - 1 });
    await store.close();
    expect((await fetch(`${gateway.url}/v1/files/${id}`, { headers: BEARER })).status).toBe(404);
    expect((await openai().files.list()).data.map((one) => one.id)).not.toContain(id);
  });

  describe("an invalid upload stores nothing", () => {
    const raw = (parts: string[]) => Buffer.from(`${parts.join("")}--edge--\r\n`);
    const part = (disposition: string, content: string) =>
      `--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
    const FILE = 'name="file"; filename="a.txt"';
    const PURPOSE = part('name="purpose"', "user_data");

    it.each<[string, () => FormData, string]>([
      ["no file", () => form({ purpose: "batch" }), "file"],
      ["no purpose", () => form({ file: text() }), "purpose"],
      ["an unknown purpose", () => form({ file: text(), purpose: "fun" }), "purpose"],
      ["two files", () => form({ file: [text(), text()], purpose: "batch" }), "file"],
      ["a file in the wrong field", () => form({ upload: text(), purpose: "batch" }), "upload"],
      ["a file that is text", () => form({ file: "hello", purpose: "batch" }), "file"],
      ["an empty file", () => form({ file: text(""), purpose: "batch" }), "file"],
      ["half an expiry", () => form({ file: text(), purpose: "batch", "expires_after[seconds]": "3600" }), "expires"],
      [
        "an expiry that is too short",
        () =>
          form({
            file: text(),
            purpose: "batch",
            "expires_after[anchor]": "created_at",
            "expires_after[seconds]": "5",
          }),
        "expires_after[seconds]",
      ],
    ])("%s is a 400 that names it", (_name, body, named) =>
      leavingNothing(async () => {
        const response = await post("/v1/files", body());
        const answer = await response.json();
        expect([response.status, answer.error], JSON.stringify(answer)).toEqual([400, 400]);
        expect(answer.param).toContain(named);
      }),
    );

    it.each<[string, Buffer, string | undefined]>([
      ["no closing boundary", Buffer.from(PURPOSE + part(FILE, "half")), undefined],
      ["a part cut in its header", Buffer.from(`${PURPOSE}--edge\r\ncontent-dispo`), undefined],
      ["another boundary than announced", raw([part(FILE, "x")]), "multipart/form-data; boundary=other"],
      ["no boundary", raw([part(FILE, "x")]), "multipart/form-data"],
      ["another content type", Buffer.from("{}"), "application/json"],
      ["no body", Buffer.alloc(0), undefined],
      ["no parts", raw([]), undefined],
      ["a part without a name", raw([part('filename="a.txt"', "x")]), undefined],
      ["a part without a header", Buffer.from(`--edge\r\n--edge--\r\n`), undefined],
      ["more parts than any form has", raw([...Array(200).fill(part('name="a"', "b")), part(FILE, "x")]), undefined],
      ["a field of 100 kB", raw([part('name="purpose"', "x".repeat(100_000)), part(FILE, "x")]), undefined],
      ["random bytes", randomBytes(50_000), undefined],
    ])("%s is a 400", (_name, body, type = "multipart/form-data; boundary=edge") =>
      leavingNothing(async () => {
        const response = await post("/v1/files", body, { ...BEARER, "content-type": type });
        const answer = await response.json();
        expect([response.status, answer.error], JSON.stringify(answer)).toEqual([400, 400]);
        expect(answer.message.length).toBeGreaterThan(20);
      }),
    );

    it("a file over the limit is a 413, with or without a declared size", () =>
      leavingNothing(async () => {
        const large = form({ file: new File([Buffer.alloc(LIMIT + 1)], "large.bin"), purpose: "batch" });
        const announced = await post("/v1/files", large);
        expect([announced.status, (await announced.json()).param]).toEqual([413, "file"]);
        async function* endless() {
          yield Buffer.from(`${PURPOSE}--edge\r\ncontent-disposition: form-data; ${FILE}\r\n\r\n`);
          for (let count = 0; count < LIMIT / 1_048_576 + 1; count++) yield Buffer.alloc(1_048_576);
        }
        const { statusCode, body } = await request(`${gateway.url}/v1/files`, {
          method: "POST",
          headers: { ...BEARER, "content-type": "multipart/form-data; boundary=edge" },
          body: Readable.from(endless()),
        });
        expect([statusCode, ((await body.json()) as { code: string }).code]).toEqual([413, "file_too_large"]);
      }));

    it("a client that disconnects in the middle stores nothing", () =>
      leavingNothing(async () => {
        const { hostname, port } = new URL(gateway.url);
        const before = blobs().length;
        const call = httpRequest({
          hostname,
          port,
          path: "/v1/files",
          method: "POST",
          headers: { ...BEARER, "content-type": "multipart/form-data; boundary=edge", "content-length": "50000000" },
        });
        call.on("error", () => {});
        call.write(`${PURPOSE}--edge\r\ncontent-disposition: form-data; ${FILE}\r\n\r\n`);
        call.write(Buffer.alloc(1_000_000));
        await expect.poll(() => blobs().length, { timeout: 5_000 }).toBe(before + 1);
        call.destroy();
      }));

    it("a request without a key stores nothing and is not read", () =>
      leavingNothing(async () => {
        expect((await post("/v1/files", form({ file: text(), purpose: "batch" }), {})).status).toBe(401);
      }));
  });

  it("a download whose client disconnects is ended and logged", async () => {
    const { id } = await upload({ file: new File([Buffer.alloc(20_000_000)], "film.mp4") });
    const response = await request(`${gateway.url}/v1/files/${id}/content`, { headers: BEARER });
    const requestId = String(response.headers["x-request-id"]);
    response.body.on("error", () => {});
    for await (const _ of response.body) break;
    response.body.destroy();
    const store = await openStore({ dataDir: gateway.dataDir });
    const logged = async () => (await recentRows(store, 50)).find((row) => row.id === requestId);
    await expect.poll(logged, { timeout: 5_000 }).toMatchObject({ status: 499, error: "client left" });
    expect((await logged())?.responseBytes).toBeLessThan(20_000_000);
    await store.close();
  });

  it("50 MB are uploaded and downloaded without buffering them in memory", async () => {
    const bytes = 50 * 1024 * 1024;
    const piece = Buffer.alloc(65_536, "x");
    async function* body() {
      yield Buffer.from(
        '--edge\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n' +
          '--edge\r\ncontent-disposition: form-data; name="file"; filename="big.bin"\r\n\r\n',
      );
      for (let sent = 0; sent < bytes; sent += piece.length) {
        yield piece;
        note(piece.length);
      }
      yield Buffer.from("\r\n--edge--\r\n");
    }
    let peak = 0;
    let passed = 0;
    // Live memory only, without garbage.
    const memory = () => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const note = (size: number) => {
      const every = 5_000_000;
      if (Math.floor((passed + size) / every) > Math.floor(passed / every)) peak = Math.max(peak, memory());
      passed += size;
    };
    const before = memory();
    const response = await request(`${gateway.url}/v1/files`, {
      method: "POST",
      headers: { ...BEARER, "content-type": "multipart/form-data; boundary=edge" },
      body: Readable.from(body()),
    });
    const { id } = (await response.body.json()) as { id: string };
    const download = await request(`${gateway.url}/v1/files/${id}/content`, { headers: BEARER });
    let received = 0;
    for await (const chunk of download.body) {
      received += (chunk as Buffer).length;
      note((chunk as Buffer).length);
    }
    expect(received).toBe(bytes);
    // On the node mount client and gateway share this process; on the other only the client is seen here.
    expect(peak).toBeGreaterThan(0);
    expect((peak - before) / 1_048_576).toBeLessThan(20);
    await openai().files.delete(id);
  });
});
