/** A client of the WebSocket of `/v1/responses`. */
import { WebSocket } from "ws";
import { ADMIN_KEY } from "./gateway.ts";

export type SocketEvent = {
  type: string;
  stream_id?: string;
  status?: number;
  error?: { code: string; message: string; param: string | null; type: string };
  request_id?: string;
  gateway?: Record<string, string>;
  delta?: string;
  response?: {
    id: string;
    status: string;
    previous_response_id: string | null;
    output_text?: string;
    output: { type: string; content?: { text: string }[] }[];
  };
};

const FINAL = new Set(["response.completed", "response.failed", "response.incomplete", "error"]);

export type TestSocket = {
  socket: WebSocket;
  events: SocketEvent[];
  /** Sends one event, or any bytes. */
  send(message: object | string | Buffer): void;
  /** Sends `response.create` with these fields and returns the event that ends the response. */
  create(fields: object): Promise<SocketEvent>;
  /** Resolves with the nth event that ends a response, from 1. */
  final(count: number): Promise<SocketEvent>;
  /** Resolves with the close code. */
  closed: Promise<number>;
};

/** @throws Error with the response's status and body when the socket is refused */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v1/responses`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}`, ...headers },
  });
  const events: SocketEvent[] = [];
  const finals: SocketEvent[] = [];
  let wake = () => {};
  const closed = new Promise<number>((resolve) => {
    socket.on("close", (code) => {
      resolve(code);
      wake();
    });
  });
  socket.on("message", (data) => {
    const event = JSON.parse(String(data)) as SocketEvent;
    events.push(event);
    if (FINAL.has(event.type)) finals.push(event);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("open", () => resolve());
    socket.on("error", reject);
    socket.on("unexpected-response", (_request, response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => reject(new Error(`${response.statusCode} ${body}`)));
    });
  });
  const send = (message: object | string | Buffer) =>
    socket.send(typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  async function final(count: number): Promise<SocketEvent> {
    for (;;) {
      const found = finals[count - 1];
      if (found) return found;
      if (socket.readyState === WebSocket.CLOSED) throw new Error(`Closed after ${JSON.stringify(events.at(-1))}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    ...{ socket, events, send, final, closed },
    create(fields) {
      const before = finals.length;
      send({ type: "response.create", ...fields });
      return final(before + 1);
    },
  };
}

export function readText({ response }: SocketEvent): string {
  const texts = response?.output.flatMap(({ type, content }) => (type === "message" ? (content ?? []) : [])) ?? [];
  return texts.map(({ text }) => text).join("");
}
