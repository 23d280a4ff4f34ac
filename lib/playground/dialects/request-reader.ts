/**
 * Collects what the dialects' request readers find: turns in order, files not stored yet, and notes on everything that
 * the page cannot hold.
 */

import type { ChatSettings } from "../chat/chat-settings.ts";
import { createAssistantTurn } from "../chat/chat-state.ts";
import { fromUserParts } from "../conversation/message-parts.ts";
import { EMPTY_RESPONSE, type ModelResponse, type ResponseReader } from "../conversation/model-response.ts";
import type { Attachment, SystemTurn, ToolResult, Turn, UserPart } from "../conversation/transcript.ts";
import { readBase64 } from "../files/decode-and-save.ts";
import { newId } from "../history/new-id.ts";

/** A file of a request; attachments refer to it by `key` instead of a hash until it is stored. */
export type PendingFile = { key: string; dataUrl: string };

export type ReadRequest = {
  settings: ChatSettings;
  turns: Turn[];
  files: PendingFile[];
  /** Sentences on what was dropped or changed. */
  notes: string[];
};

export function createRequestReader(model: string) {
  const turns: Turn[] = [];
  const files: PendingFile[] = [];
  const notes = new Set<string>();
  const common = () => ({ id: newId(), parent: turns.at(-1)?.id ?? null, createdAt: Date.now() });

  return {
    turns,
    files,
    note: (text: string) => void notes.add(text),
    notes: () => [...notes],
    addUser(parts: readonly UserPart[]): void {
      if (parts.length > 0) turns.push({ ...common(), role: "user", ...fromUserParts(parts) });
    },
    addInstruction(role: SystemTurn["role"], text: string): void {
      turns.push({ ...common(), role, text });
    },
    /** Adds a tool result; consecutive results belong to one turn. */
    addResult(result: ToolResult): void {
      const last = turns.at(-1);
      if (last?.role === "tool") last.results.push(result);
      else turns.push({ ...common(), role: "tool", results: [result] });
    },
    /** @param event the whole response, as the dialect's answer reader takes it */
    async addAnswer(reader: ResponseReader, event: unknown): Promise<void> {
      await reader.apply(event).pending;
      const answer: ModelResponse = reader.snapshot();
      const { parent, id } = common();
      const turn = createAssistantTurn(parent, model);
      turns.push({ ...turn, id, state: "complete", accepted: true, answer: { ...EMPTY_RESPONSE, ...answer } });
    },
    /** Finds the call of a tool result by its id, in the responses so far. */
    findCall: (id: string) =>
      turns
        .flatMap((turn) => (turn.role === "assistant" ? (turn.answer.choices[0]?.toolCalls ?? []) : []))
        .findLast((call) => call.id === id),
    /** Returns the message part for a file; none, and a note, when the body has only its address. */
    filePart(url: string, name?: string): UserPart[] {
      const mediaType = /^data:([^;,]+)[;,]/.exec(url)?.[1];
      if (!mediaType) {
        notes.add(`A file by its address (${url.slice(0, 60)}) was ignored: attach the file itself.`);
        return [];
      }
      const key = `file-${files.length + 1}`;
      files.push({ key, dataUrl: url });
      const kind = mediaType.startsWith("image/") ? "Image" : "File";
      const attachment: Attachment = {
        sha256: key,
        name: name || `${kind} ${files.length}.${mediaType.replace(/^.*\//, "").replace(/[^a-z0-9].*$/i, "")}`,
        mediaType,
        size: Math.floor((readBase64(url).replace(/=+$/, "").length * 3) / 4),
      };
      return [{ type: "file", attachment }];
    },
  };
}

export type RequestReader = ReturnType<typeof createRequestReader>;
