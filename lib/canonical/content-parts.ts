/** Contents of a message as a list, whichever of its two forms it has. */
import type { AssistantContent, Message, UserContent } from "./call.ts";

export function contentParts(message: Message): (UserContent | AssistantContent)[] {
  return typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
}
