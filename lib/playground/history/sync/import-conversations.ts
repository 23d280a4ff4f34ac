/** Stores the conversations of an exported file on the gateway, one by one, so that one that is refused stops no other. */
import { isRecord } from "#lib/contract/is-record.ts";
import type { ConversationImport } from "#lib/contract/stored-conversation.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";
import { isSignedOut, RequestFailed } from "#lib/playground/gateway/gateway-request.ts";

export type ImportReport = {
  created: number;
  /** Stored already, with the same content. */
  unchanged: number;
  /** One line for each conversation that was refused. */
  problems: readonly string[];
};

/**
 * @param onProgress called with the number of conversations done and of all
 * @throws Error, with a message for the screen, when the file has none, or the gateway cannot be reached
 */
export async function importConversations(
  text: string,
  { onProgress, send }: { onProgress?: (done: number, all: number) => void; send?: typeof fetch } = {},
): Promise<ImportReport> {
  const conversations = readFile(text);
  const problems: string[] = [];
  let [created, unchanged] = [0, 0];
  for (const [index, conversation] of conversations.entries()) {
    onProgress?.(index, conversations.length);
    try {
      const body = { conversations: [conversation] };
      const stored = await callJson<ConversationImport>("POST", "/api/conversations/import", { body, send });
      created += stored.created.length;
      unchanged += stored.unchanged.length;
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.failure.status === undefined || isSignedOut(error)) throw error;
      problems.push(`${nameOf(conversation, index)}: ${error.message}`);
    }
  }
  return { created, unchanged, problems };
}

/** @throws Error, with a message for the screen */
function readFile(text: string): readonly unknown[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("The file must be JSON.");
  }
  const conversations = isRecord(file) ? file.conversations : undefined;
  if (!Array.isArray(conversations) || conversations.length === 0) {
    throw new Error("The file has no conversations. Choose a file that Export has saved.");
  }
  return conversations;
}

function nameOf(conversation: unknown, index: number): string {
  const { title, id } = isRecord(conversation) ? conversation : {};
  const name = [title, id].find((text) => typeof text === "string" && text.trim() !== "");
  return name === undefined ? `Conversation ${index + 1}` : `“${name}”`;
}
