import type { Duplex } from "node:stream";
import type { HttpResponse } from "#lib/http/http-message.ts";

/** Writes a response to the connection of an upgrade that is refused, and ends the connection. Its body is a string. */
export function writeRawAnswer(socket: Duplex, { status, reason = "", headers, body }: HttpResponse): void {
  const text = typeof body === "string" ? body : "";
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  lines.push("connection: close", `content-length: ${Buffer.byteLength(text)}`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
}
