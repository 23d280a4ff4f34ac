/**
 * The upstream of the page tests: a server of its own whose answers the tests write, step by step and with their times.
 * The last part of a model's name says which script answers: `stub-chat/<id>`. It runs beside the gateway:
 * `node tests/e2e/scripted-upstream.ts <port>`.
 *
 * | route | |
 * |---|---|
 * | `PUT /scripts/{id}` | sets the responses (`ScriptedResponse[]`), one for each request; the last one stays |
 * | `GET /scripts/{id}` | what was asked and answered so far (`ScriptRecord`) |
 * | `POST /scripts/{id}/release` | lets one response go on that is held, or the next one that will be |
 * | `PUT`, `GET /sockets/{id}`, `POST /sockets/{id}/release` | the same for WebSockets (scripted-sockets.ts) |
 */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  destroy,
  jsonReply,
  type StubRequest,
  type StubUpstream,
  startStubUpstream,
} from "../support/stub-upstream.ts";
import { createGate, type Gate } from "./gate.ts";
import { acceptScriptedSockets } from "./scripted-sockets.ts";

/** One thing that is sent, `after` so many milliseconds since the step before it, or since the request. */
export type Step = { after?: number } & (
  | { raw: string }
  /** Waits until the test releases it. */
  | { held: true }
  /** Breaks the connection off. */
  | { cut: true }
  /** Leaves the response open, with nothing more to come. */
  | { silence: true }
);

export type ScriptedResponse = {
  status?: number;
  /** `content-type` is that of a stream unless it is said here; so is `date`, which is the clock's. */
  headers?: Record<string, string>;
  /** The response ends after the last one. */
  steps: Step[];
};

export type ScriptRecord = {
  requests: {
    method: string;
    path: string;
    headers: Record<string, string | string[] | undefined>;
    /** Its JSON, or the text of another body. */
    body: unknown;
    /** Unix milliseconds. */
    receivedAt: number;
    /** When each step was taken, in milliseconds after the request. */
    sentAt: number[];
  }[];
  /** Disconnects of the gateway before the end: the request's index, and the time in Unix milliseconds. */
  aborts: { request: number; at: number }[];
};

type Script = { answers: ScriptedResponse[]; asked: { request: StubRequest; sentAt: number[] }[]; gate: Gate };

async function startScriptedUpstream(port: number): Promise<StubUpstream> {
  const scripts = new Map<string, Script>();
  const sockets = acceptScriptedSockets();
  const stub = await startStubUpstream(async (request, response) => {
    if (request.path.startsWith("/sockets/")) return jsonReply(sockets.control(request))(request, response);
    const [, id, action] = /^\/scripts\/([\w-]+)(\/release)?$/.exec(request.path) ?? [];
    if (id !== undefined && action !== undefined) {
      scripts.get(id)?.gate.open();
      return jsonReply({})(request, response);
    }
    if (id !== undefined) return control(id, request, response);
    const model = modelOf(request);
    const script = scripts.get(model);
    if (!script) return notScripted(model)(request, response);
    const sentAt: number[] = [];
    const answer = script.answers[Math.min(script.asked.length, script.answers.length - 1)];
    script.asked.push({ request, sentAt });
    if (!answer) return notScripted(model)(request, response);
    return play({ answer, request, response, sentAt, gate: script.gate });
  }, port);

  function control(id: string, request: StubRequest, response: ServerResponse): void | Promise<void> {
    const script = scripts.get(id);
    if (request.method !== "PUT") return jsonReply(script ? createRecord(script) : EMPTY_RECORD)(request, response);
    const answers = JSON.parse(request.body.toString("utf8")) as ScriptedResponse[];
    // The requests so far have had their answers: the new ones are for those to come.
    const had = script?.asked ?? [];
    const past = had.map((): ScriptedResponse => ({ steps: [] }));
    scripts.set(id, { asked: had, answers: [...past, ...answers], gate: script?.gate ?? createGate() });
    return jsonReply({})(request, response);
  }

  function createRecord({ asked }: Script): ScriptRecord {
    return {
      requests: asked.map(({ request: { method, path, headers, body, receivedAt }, sentAt }) => ({
        method,
        path,
        headers,
        body: readBody(body),
        receivedAt,
        sentAt,
      })),
      aborts: stub.aborts.flatMap(({ request, at }) => {
        const index = asked.findIndex((other) => other.request === request);
        return index < 0 ? [] : [{ request: index, at }];
      }),
    };
  }
  stub.onUpgrade(sockets.onUpgrade);
  return stub;
}

const EMPTY_RECORD: ScriptRecord = { requests: [], aborts: [] };

async function play({
  answer: { status = 200, headers = {}, steps },
  request,
  response,
  sentAt,
  gate,
}: {
  answer: ScriptedResponse;
  request: StubRequest;
  response: ServerResponse;
  sentAt: number[];
  gate: Gate;
}): Promise<void> {
  response.socket?.setNoDelay(true);
  response.writeHead(status, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
  for (const step of steps) {
    if (step.after) await delay(step.after);
    if ("held" in step) await gate.pass();
    if (response.destroyed) return;
    sentAt.push(Date.now() - request.receivedAt);
    if ("silence" in step) return;
    if ("cut" in step) return destroy(response);
    if ("raw" in step) response.write(step.raw);
  }
  response.end();
}

/** The models of one list are no script: nothing waits for them. */
function notScripted(model: string) {
  return jsonReply({ error: { message: `No script "${model}".`, type: "not_found" } }, { status: 404 });
}

/** From JSON, from a form, or from the path as Google has it. */
function modelOf({ path, body }: StubRequest): string {
  const inPath = /\/models\/([\w-]+)/.exec(path)?.[1];
  if (inPath !== undefined) return inPath;
  const text = body.toString("latin1");
  const inForm = /name="model"\r\n(?:[^\r\n]+\r\n)*\r\n([\w-]+)/.exec(text)?.[1];
  if (inForm !== undefined) return inForm;
  const json = readBody(body);
  return typeof json === "object" && json !== null && "model" in json ? String(json.model) : "";
}

function readBody(body: Buffer): unknown {
  const text = body.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await startScriptedUpstream(Number(process.argv[2]));
}
