/**
 * Credentials that must stay where they are, addresses that must not be called, and what this project is built from.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { openStore } from "#lib/store/open-store.ts";
import { freePort } from "#tests/support/free-port.ts";
import { ADMIN_KEY, AUTHORIZED } from "#tests/support/gateway.ts";
import { picture } from "#tests/support/image-fixtures.ts";
import { recentRows } from "#tests/support/recent-rows.ts";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import {
  type Body,
  type Convention,
  conventions,
  type Field,
  pathOf,
  questions,
  startField,
  UPSTREAM_KEY,
} from "./field.ts";

let field: Field;
let deadPort: number;
beforeAll(async () => {
  deadPort = await freePort();
  const dead = (id: Convention) => ({
    baseUrl: `http://127.0.0.1:${deadPort}/v1`,
    dialects: [id],
    apiKeyEnv: "FIELD_API_KEY",
    retries: { attempts: 0 },
    models: [],
  });
  field = await startField({
    config: { upstreams: Object.fromEntries(conventions.map((id) => [`dead-${id}`, dead(id)])) },
  });
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const OAUTH = "sk-ant-oat01-a-subscription-of-the-client";

describe("a client's credential", () => {
  const others = {
    "proxy-authorization": `Basic ${OAUTH}`,
    cookie: `session=${OAUTH}`,
    "anthropic-version": "2023-06-01",
    "x-forwarded-authorization": OAUTH,
  };

  it.each(conventions)(
    "BerriAI/litellm#37905, techlab-innov/llmtrace#279: of %s beside the gateway's key goes to no upstream",
    async (client) => {
      const headers = { ...others, authorization: `Bearer ${ADMIN_KEY}`, "x-api-key": OAUTH, "x-goog-api-key": OAUTH };
      for (const to of conventions) {
        for (const stream of [false, true]) {
          await (await field.ask({ client, to, stream, headers })).text();
          const { path, headers: sent, body } = field.stub.requests.at(-1) ?? {};
          const all = JSON.stringify([path, sent, String(body)]);
          for (const secret of [OAUTH, ADMIN_KEY]) expect(all, to).not.toContain(secret);
          expect(all, to).toContain(UPSTREAM_KEY);
        }
      }
      expect(field.stub.requests).toHaveLength(8);
    },
  );

  it.each(conventions)(
    "BerriAI/litellm#32202, BerriAI/litellm#12090: of a subscription, in the place of the key, ends at the gateway (%s)",
    async (client) => {
      const headers = { ...others, authorization: `Bearer ${OAUTH}`, "x-api-key": OAUTH, "x-goog-api-key": OAUTH };
      for (const to of conventions) {
        const response = await field.ask({ client, to, headers });
        // So many wrong keys from one address are refused unread.
        expect([401, 429]).toContain(response.status);
        expect(await response.text()).not.toContain(OAUTH);
      }
      expect(field.stub.requests).toEqual([]);
    },
  );
});

describe("a key", () => {
  it("BerriAI/litellm#31342: of an upstream is never in an address, a query's of a client neither", async () => {
    for (const upstream of conventions) {
      const url = `${field.gateway.url}${pathOf("google-generate", `${upstream}/m`, false)}?key=${ADMIN_KEY}`;
      const headers = { "content-type": "application/json" };
      await fetch(url, { method: "POST", headers, body: JSON.stringify(questions["google-generate"]) });
      const path = field.stub.requests.at(-1)?.path;
      expect(path, upstream).toBeDefined();
      expect(path, upstream).not.toMatch(/key|sk-/);
    }
  });

  it("sxueck/llm-gateway#34, hivecommons/hive#1903: that is refused is in no answer and no log, nor its hash", async () => {
    const wrong = "pk-a-key-that-was-revoked-0123456789";
    const ways: { headers: Record<string, string>; query: string }[] = [
      { headers: { authorization: `Bearer ${wrong}` }, query: "" },
      { headers: { "x-api-key": wrong }, query: "" },
      { headers: { "x-goog-api-key": wrong }, query: "" },
      { headers: {}, query: `?key=${wrong}` },
    ];
    for (const { headers, query } of ways) {
      for (const client of conventions) {
        const url = `${field.gateway.url}${pathOf(client, "sandbox/echo", false)}${query}`;
        const named = { "content-type": "application/json", "anthropic-version": "2023-06-01", ...headers };
        const response = await fetch(url, { method: "POST", headers: named, body: JSON.stringify(questions[client]) });
        expect([401, 429]).toContain(response.status);
        const said = [...response.headers].join() + response.statusText + (await response.text());
        for (const secret of [wrong, wrong.slice(-12), hashSecret(wrong)]) expect(said).not.toContain(secret);
      }
    }
    const store = await openStore({ dataDir: field.gateway.dataDir });
    const rows = () => recentRows(store, 50);
    await expect.poll(async () => (await rows()).length, { timeout: 8_000 }).toBeGreaterThan(0);
    expect(JSON.stringify(await rows())).not.toContain(wrong.slice(0, 20));
    await store.close();
    expect(field.gateway.output()).not.toContain(wrong.slice(0, 20));
  });

  it.each(conventions)("graniet/llm#115: is not in the error of a %s upstream that cannot be reached", async (to) => {
    for (const client of conventions) {
      for (const stream of [false, true]) {
        const response = await field.ask({ client, to: `dead-${to}/m`, stream });
        const text = (await response.text()) + response.statusText;
        expect(response.status).toBe(502);
        expect(text).toContain("could not be reached");
        expect(text).not.toContain(UPSTREAM_KEY);
        expect(text, "nor where it would have been").not.toContain(String(deadPort));
      }
    }
    expect(field.gateway.output()).not.toContain(UPSTREAM_KEY);
  });

  it.each(conventions)("hivecommons/hive#1903: that an upstream of %s quotes is taken out of its error", async (to) => {
    const message = `Incorrect API key provided: ${UPSTREAM_KEY}.`;
    field.stub.respondWith(jsonReply({ error: { message, type: "invalid_request_error" } }, { status: 401 }));
    for (const client of conventions) {
      const text = await (await field.ask({ client, to })).text();
      expect(text).toContain("Incorrect API key provided");
      expect(text).not.toContain(UPSTREAM_KEY);
    }
  });
});

describe("a client's link", () => {
  const secret = "the instance's metadata";
  const called: string[] = [];
  const canary = createServer((request, response) => {
    called.push(request.url ?? "");
    response.writeHead(200, { "content-type": "image/png" }).end(secret);
  });
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    port = (canary.address() as AddressInfo).port;
  });
  beforeEach(() => {
    called.length = 0;
  });
  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });

  /** The links of images and documents, in every form that an API has for them. */
  function withLink(client: Convention, url: string): Body[] {
    switch (client) {
      case "openai-chat":
        return [{ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] }];
      case "openai-responses":
        return [
          { type: "input_image", image_url: url },
          { type: "input_file", file_url: url },
        ].map((part) => ({ store: false, input: [{ role: "user", content: [part] }] }));
      case "anthropic-messages":
        return ["image", "document"].map((type) => ({
          max_tokens: 100,
          messages: [{ role: "user", content: [{ type, source: { type: "url", url } }] }],
        }));
      case "google-generate":
        return ["image/png", "application/pdf"].map((mimeType) => ({
          contents: [{ role: "user", parts: [{ fileData: { fileUri: url, mimeType } }] }],
        }));
      default:
        return client satisfies never;
    }
  }

  const hosts = (at: number) => [`127.0.0.1:${at}`, `localhost:${at}`, `[::ffff:127.0.0.1]:${at}`];

  it.each(conventions)("songquanpeng/one-api#2388: in a body of %s is never called by the gateway", async (client) => {
    for (const host of hosts(port)) {
      for (const body of withLink(client, `http://${host}/latest/meta-data?${client}`)) {
        for (const to of [...conventions, "bridge/m", "sandbox/guide", "sandbox/echo"]) {
          field.stub.requests.length = 0;
          const response = await field.ask({ client, to, body });
          const said = await response.text();
          expect(said).not.toContain(secret);
          if (to.startsWith("sandbox")) continue;
          // It goes to the upstream, which may call it, or is named as what could not be carried, or refused by name.
          const sent = field.stub.requests.at(-1)?.body.toString() ?? "";
          const carried = sent.includes("/latest/meta-data");
          const named = /content|parts/.test(response.headers.get("x-gateway-dropped") ?? "");
          expect(carried || named || response.status === 400, `${to}: ${response.status} ${said} ${sent}`).toBe(true);
        }
      }
    }
    expect(called).toEqual([]);
  });

  it.each(["openai-images/m", "google-generate/m", "image-model-a"])(
    "songquanpeng/one-api#2388: of an image to edit, or of its mask, is never called by the gateway (%s)",
    async (model) => {
      const image = await picture();
      const data = { image_url: `data:image/png;base64,${image.toString("base64")}` };
      for (const host of hosts(port)) {
        for (const scheme of ["http", "https", "HTTP"]) {
          const link = { image_url: `${scheme}://${host}/latest/meta-data` };
          for (const files of [{ images: [link] }, { images: [data, link] }, { images: [data], mask: link }]) {
            const response = await fetch(`${field.gateway.url}/v1/images/edits`, {
              method: "POST",
              headers: AUTHORIZED,
              body: JSON.stringify({ model, prompt: "A hat", ...files }),
            });
            const said = await response.text();
            expect(response.status, said).toBe(400);
            expect(said).toContain("the gateway does not fetch images");
          }
        }
      }
      // A form's field has no file in it when it has an address.
      const form = new FormData();
      for (const [name, value] of Object.entries({ model, prompt: "A hat", image: `http://127.0.0.1:${port}/a.png` }))
        form.append(name, value);
      const headers = { authorization: `Bearer ${ADMIN_KEY}` };
      const response = await fetch(`${field.gateway.url}/v1/images/edits`, { method: "POST", headers, body: form });
      expect(response.status).toBe(400);
      expect([called, field.stub.requests]).toEqual([[], []]);
    },
  );
});

describe("what the project is built from", () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8"));
  const manifest = read("package.json");
  const lock = read("package-lock.json");
  const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

  it.each(["dependencies", "devDependencies", "optionalDependencies"])(
    "BerriAI/litellm#24518: %s have exact versions",
    (kind) => {
      for (const [name, version] of Object.entries(manifest[kind])) expect(version, name).toMatch(exact);
    },
  );

  it("BerriAI/litellm#24518: every package that is installed has a digest in the lock file", () => {
    const packages = Object.entries<{ integrity?: string; link?: boolean }>(lock.packages).filter(([path]) => path);
    expect(packages.length).toBeGreaterThan(100);
    for (const [path, { integrity, link }] of packages) {
      if (!link) expect(integrity, path).toMatch(/^sha512-/);
    }
  });

  it("BerriAI/litellm#24518: the lock file says what the manifest says", () => {
    const root = lock.packages[""];
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
      expect(root[kind], kind).toEqual(manifest[kind]);
    }
  });
});
