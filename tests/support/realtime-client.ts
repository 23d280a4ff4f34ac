/** A client of the WebSockets of `/v1/realtime` and of Google's Live API. */
import { type ClientOptions, WebSocket } from "ws";

export type RealtimeClient = {
  socket: WebSocket;
  headers: Record<string, string | string[] | undefined>;
  messages: { text: string; isBinary: boolean }[];
  send(event: object | string | Buffer): void;
  closed: Promise<{ code: number; reason: string }>;
};

/** @throws Error with the status and body of a refusal */
export async function openRealtime(
  url: string,
  { protocols = [], ...options }: ClientOptions & { protocols?: string[] } = {},
): Promise<RealtimeClient> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), protocols, options);
  const messages: RealtimeClient["messages"] = [];
  socket.on("message", (data, isBinary) => messages.push({ text: String(data), isBinary }));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  let headers: RealtimeClient["headers"] = {};
  socket.on("upgrade", (response) => {
    headers = response.headers;
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
  const send = (event: object | string | Buffer) =>
    socket.send(typeof event === "string" || Buffer.isBuffer(event) ? event : JSON.stringify(event));
  return { socket, headers, messages, send, closed };
}
