/**
 * A stand-in for the gateway with scripted timing, for work on the page alone: it serves the routes that the page uses and
 * passes everything else to a Next server. `node tests/e2e/stub-gateway.ts [port] [next port]`, then open the port.
 */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const [port = "4101", nextPort = "4100"] = process.argv.slice(2);
const KEY = "test-admin-key-0123456789abcdef";
let lastBody = "";

type Message = { role: string; content: unknown; tool_call_id?: string };
type ChatRequest = { model: string; messages: Message[]; tools?: unknown[]; response_format?: { type: string } };

const MODELS = [
  ["sandbox/guide", "Guide", "Answers from the product's own documentation, offline and without a key.", true],
  ["sandbox/echo", "Echo", "Says back what you said.", false],
  ["sandbox/slow-2000", "Slow", "Waits two seconds before its first token.", false],
  ["sandbox/long-2000", "Long", "Writes about two thousand tokens.", false],
  ["sandbox/fault-429", "Fault 429", "Refuses with too many requests.", false],
  ["openai/gpt-5.2", "GPT-5.2", "Flagship reasoning model.", true],
  ["ollama/llama3.3:70b", "llama3.3:70b", undefined, false],
].map(([id, name, description, able]) => ({
  id,
  object: "model",
  created: 1_760_000_000,
  owned_by: String(id).split("/")[0],
  display_name: name,
  description,
  context_window: 128_000,
  max_output_tokens: 16_384,
  capabilities: { vision: able, files: able, tools: able, jsonSchema: able, reasoning: able, logprobs: able },
}));

const MARKDOWN = `## Streaming a chat completion

Send \`stream: true\` and read **server-sent events**. Each event carries one *chunk*; the last one is \`[DONE]\`.

| field | type | what it does |
|---|---|---|
| \`model\` | string | which model answers, as \`upstream/model\` |
| \`messages\` | array | the conversation so far |
| \`stream_options\` | object | \`include_usage\` adds token counts at the end |

### In JavaScript

\`\`\`js
import OpenAI from "openai";

const client = new OpenAI({ baseURL: "http://localhost:3000/v1", apiKey: process.env.PARLANCE_KEY });
const stream = await client.chat.completions.create({
  model: "sandbox/guide",
  messages: [{ role: "user", content: "Hello" }],
  stream: true,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
\`\`\`

### Three things to know

1. The first chunk carries the *role*, not text.
2. A comment line, \`: ping\`, keeps quiet connections open.
3. An aborted request cancels the upstream within a second.

> Every field of the request is checked, and the path of the one at fault is named in the error.
`;

createServer((request, response) => {
  void route(request, response).catch((error) => response.destroy(error));
}).listen(Number(port), () => console.log(`http://localhost:${port}`));

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split("?")[0];
  const signedIn = request.headers.cookie?.includes("parlance=yes") ?? false;
  if (path === "/api/session") return session(request, response, signedIn);
  if (path === "/__last-body") return void response.end(lastBody);
  if (!path?.startsWith("/v1/")) return pass(request, response);
  if (!signedIn) return fail(response, { status: 401, message: "No key was given.", type: "authentication_error" });
  if (path === "/v1/models") {
    return json(response, 200, { object: "list", data: MODELS, models: [], default: "sandbox/guide" });
  }
  const body = await read(request);
  lastBody = body;
  return chat(JSON.parse(body) as ChatRequest, response);
}

async function session(request: IncomingMessage, response: ServerResponse, signedIn: boolean): Promise<void> {
  if (request.method === "DELETE") {
    response.writeHead(204, { "set-cookie": "parlance=; Max-Age=0; Path=/" }).end();
  } else if (request.method === "POST") {
    const { key, token } = JSON.parse(await read(request)) as { key?: string; token?: string };
    if (key !== KEY && token !== "once") {
      return fail(response, { status: 401, message: "This key is not known here.", type: "authentication_error" });
    }
    response.writeHead(204, { "set-cookie": "parlance=yes; HttpOnly; SameSite=Strict; Path=/" }).end();
  } else if (signedIn) json(response, 200, { name: "admin", scopes: ["*"] });
  else fail(response, { status: 401, message: "Nobody is signed in.", type: "authentication_error" });
}

async function chat(body: ChatRequest, response: ServerResponse): Promise<void> {
  const { model, messages, tools, response_format: format } = body;
  if (!MODELS.some((known) => known.id === model)) {
    const message = `There is no model "${model}". Near names: sandbox/guide, sandbox/echo.`;
    return fail(response, { status: 404, message, type: "not_found_error", param: "model", code: "model_not_found" });
  }
  if (model === "sandbox/fault-429") {
    response.setHeader("retry-after", "3");
    return fail(response, { status: 429, message: "This model always refuses with 429.", type: "rate_limit_error" });
  }
  if ("top_p" in body && "temperature" in body) {
    const message = "top_p and temperature exclude each other on this model.";
    return fail(response, { status: 400, message, type: "invalid_request_error", param: "top_p" });
  }
  const last = messages.at(-1);
  const prompt = textOf(last?.content);
  if (model === "sandbox/slow-2000") await delay(2000);
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-request-id": "req_stub_01",
    "x-gateway-lane": "sandbox",
    "x-gateway-upstream": "sandbox",
    ...("user" in body ? { "x-gateway-dropped": "user" } : {}),
  });
  const send = (choices: unknown[], extra = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model, choices, ...extra })}\n\n`,
    );
  const delta = (value: object) => send([{ index: 0, delta: value, finish_reason: null, logprobs: null }]);
  let tokens = 0;
  const write = async (text: string, field = "content") => {
    for (const piece of text.match(/\s*\S+\s*/g) ?? []) {
      if (response.destroyed) return;
      tokens += 1;
      delta({ [field]: piece });
      await delay(model === "sandbox/long-2000" ? 4 : 12);
    }
  };
  delta({ role: "assistant", content: "" });
  await delay(180);
  let finish = "stop";
  if (tools && last?.role === "user") {
    finish = "tool_calls";
    for (const [index, city] of ["Paris", "Oslo"].entries()) {
      const name = { name: "get_weather", arguments: "" };
      delta({ tool_calls: [{ index, id: `call_${city}`, type: "function", function: name }] });
      for (const piece of `{"city":"${city}","unit":"celsius"}`.match(/.{1,5}/g) ?? []) {
        await delay(50);
        tokens += 1;
        delta({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
  } else if (last?.role === "tool") {
    const said = messages.filter((message) => message.role === "tool").map((message) => textOf(message.content));
    await write(`The tools say:\n\n${said.map((text) => `- \`${text.replace(/\s+/g, " ")}\``).join("\n")}\n`);
  } else if (format?.type === "json_schema") {
    await write(
      '{"city": "Lisbon", "country": "Portugal", "population": 545923, "landmarks": [ {"name": "Belém Tower", "built": 1519} ] }',
    );
  } else if (model === "sandbox/echo") await write(prompt);
  else if (model === "sandbox/long-2000") await write(MARKDOWN.repeat(8));
  else {
    if ("reasoning_effort" in body) {
      await write(
        "The question is about streaming. I should show the fields in a table first, then code that runs as it stands, and keep the prose short.",
        "reasoning_content",
      );
    }
    await write(MARKDOWN);
  }
  send([{ index: 0, delta: {}, finish_reason: finish, logprobs: null }]);
  const usage = { prompt_tokens: 214, completion_tokens: tokens, total_tokens: 214 + tokens };
  send([], { usage });
  response.end("data: [DONE]\n\n");
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return parts.map((part) => part.text ?? "").join("");
}

function fail(
  response: ServerResponse,
  { status, ...body }: { status: number; message: string; type: string; param?: string; code?: string },
): void {
  json(response, status, { error: status, ...body, request_id: "req_stub_02" });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function pass(request: IncomingMessage, response: ServerResponse): void {
  const onward = forward(
    { port: Number(nextPort), path: request.url, method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.writeHead(502).end("Next is not running"));
  request.pipe(onward);
}
