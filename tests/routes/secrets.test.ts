/** A run with secrets in every place that a request, an upstream and the settings have, and a search of all outputs. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { collectOutput } from "../support/gateway.ts";
import { type OtlpReceiver, startOtlpReceiver } from "../support/otlp-receiver.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const SECRETS = {
  admin: "admin-planted-0123456789",
  upstream: "upstream-planted-/+key-0123456789",
  header: "header-planted-0123456789",
  collector: "collector-planted-0123456789",
};
const folder = mkdtempSync(join(tmpdir(), "parlance-secrets-"));
const root = fileURLToPath(new URL("../..", import.meta.url));

let upstream: StubUpstream;
let receiver: OtlpReceiver;
let child: ReturnType<typeof spawn>;
let output: () => string;
let url: string;
beforeAll(async () => {
  upstream = await startStubUpstream();
  receiver = await startOtlpReceiver();
  const config = join(folder, "config.json");
  writeFileSync(
    config,
    JSON.stringify({
      upstreams: {
        up: {
          baseUrl: upstream.url,
          apiKeyEnv: "UP_KEY",
          headers: { "x-gateway": SECRETS.header },
          retries: { attempts: 0 },
        },
      },
    }),
  );
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = {
    ...{ PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: "production", PORT: String(port), PARLANCE_PAGES: "off" },
    ...{ DATA_DIR: join(folder, "data"), PARLANCE_CONFIG: config, PARLANCE_ADMIN_KEY: SECRETS.admin },
    ...{ UP_KEY: SECRETS.upstream, LOG_LEVEL: "debug", LOG_FORMAT: "json", OTEL_BSP_SCHEDULE_DELAY: "20" },
    OTEL_METRIC_EXPORT_INTERVAL: "100",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRETS.collector}`,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
  } as unknown as NodeJS.ProcessEnv;
  child = spawn(process.execPath, ["scripts/start.ts"], { cwd: root, env });
  output = collectOutput(child);
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await delay(50);
  }
  throw new Error(output());
}, 60_000);
afterAll(async () => {
  child.kill("SIGKILL");
  await upstream.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

it("has no secret in any output", async () => {
  const admin = { authorization: `Bearer ${SECRETS.admin}`, "content-type": "application/json" };
  const created = await fetch(`${url}/api/keys`, {
    method: "POST",
    headers: admin,
    body: JSON.stringify({ name: "a" }),
  });
  const { secret: clientKey } = (await created.json()) as { secret: string };
  expect(clientKey).toMatch(/^pk_/);
  const secrets = { ...SECRETS, clientKey };
  const all = Object.values(secrets).join(" ");
  const shown: string[] = [];
  const read = async (response: Response) => {
    shown.push(await response.text(), JSON.stringify([...response.headers]));
    return response.status;
  };
  const send = (
    body: unknown,
    { headers = {}, path = "/v1/chat/completions" }: { headers?: Record<string, string>; path?: string } = {},
  ) =>
    fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const messages = [{ role: "user", content: `My keys: ${all}` }];

  // An upstream that quotes everything that it knows, in its error, and in the middle of a stream.
  upstream.respondWith((request, response) => {
    const told = `${request.headers.authorization} ${request.headers["x-gateway"]} ${all}`;
    return jsonReply({ error: { message: told, code: SECRETS.upstream } }, { status: 500 })(request, response);
  });
  expect(await read(await send({ model: "up/m", messages }))).toBe(500);
  expect(await read(await send({ model: "up/m", messages, stream: true }))).toBe(500);
  upstream.respondWith(
    (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(`<p>${all}</p>`),
  );
  expect(await read(await send({ model: "up/m", messages }))).toBe(502);
  upstream.respondWith(undefined);
  expect(await read(await send({ model: "up/m", messages }))).toBe(200);
  // Not among the responses: the bytes of one that succeeds are passed on as they are, and this one quotes its model.
  await (await send({ model: `up/${SECRETS.upstream}`, messages })).text();
  expect(await read(await send({ model: "sandbox/none", messages }, { headers: { "x-request-id": clientKey } }))).toBe(
    404,
  );
  // Keys where they do not belong.
  expect(await read(await send({ model: clientKey, messages }))).toBe(404);
  expect(await read(await send(`{"model": "${SECRETS.upstream}", "messages": "${SECRETS.admin}`))).toBe(400);
  expect(await read(await send({ model: "up/m", messages, temperature: SECRETS.upstream }))).toBe(400);
  expect(await read(await send({}, { path: `/v1/${clientKey}?key=${clientKey}` }))).toBe(404);
  expect(
    await read(await send({ model: "up/m", messages }, { headers: { authorization: `Bearer x${clientKey}` } })),
  ).toBe(401);
  expect(
    await read(
      await send({ model: "up/m", messages }, { headers: { authorization: "", "x-api-key": SECRETS.upstream } }),
    ),
  ).toBe(401);
  expect(await read(await fetch(`${url}/v1/models?key=${clientKey}x`))).toBe(401);
  for (const path of ["/api/requests?limit=200", "/metrics", "/readyz?verbose", "/api/usage?group_by=model"]) {
    expect(await read(await fetch(url + path, { headers: admin })), path).toBe(200);
  }
  await receiver.waitForSpans(12, ({ kind }) => kind === 2);
  await expect.poll(() => receiver.points.length).toBeGreaterThan(0);
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));

  const lines = output().trim().split("\n");
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.find(({ status }) => status === 502)).toMatchObject({ level: "error", provider: "up", model: "up/m" });
  expect(logged.find(({ status }) => status === 502).trace_id).toMatch(/^[0-9a-f]{32}$/);
  expect(logged.filter(({ status, level }) => status === 200 && level === "debug").length).toBeGreaterThan(0);
  const outputs = { responses: shown.join("\n"), log: output(), exports: receiver.bodies.join("\n") };
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
      JSON.stringify(secret).slice(1, -1),
    ];
    for (const [place, text] of Object.entries(outputs)) {
      for (const form of forms) expect(text.includes(form), `${name} in ${place}: ${around(text, form)}`).toBe(false);
    }
  }
}, 60_000);

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return at < 0 ? "" : text.slice(Math.max(0, at - 200), at + 100);
}
