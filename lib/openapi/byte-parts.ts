/** Operations that send bytes: the whole file, a part, or 304 Not Modified. */
import { z } from "zod";
import type { Media, OperationReply, Parameter, ReplyHeader } from "./operation.ts";

export const byteParameters: readonly Parameter[] = [
  {
    name: "range",
    in: "header",
    description: "Which of the bytes, for example `bytes=0-1023`; several ranges at once give all bytes.",
    schema: z.string(),
  },
  { name: "if-none-match", in: "header", description: "The `etag` of the bytes that you have.", schema: z.string() },
];

/** @param content media types of the bytes, whole or in part */
export function byteReplies(content: Readonly<Record<string, Media>>): Readonly<Record<number, OperationReply>> {
  const headers: readonly ReplyHeader[] = ["etag", "accept-ranges"];
  return {
    200: { description: "The bytes.", headers, content },
    206: { description: "The part that `range` asked for.", headers: [...headers, "content-range"], content },
    304: { description: "They are those that you have.", headers },
    416: { description: "There is nothing in that range.", headers: [...headers, "content-range"] },
  };
}
