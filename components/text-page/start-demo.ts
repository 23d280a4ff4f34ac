import type { Chat } from "#lib/playground/chat/chat.ts";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { readFileAsAttachment } from "#lib/playground/files/attachments.ts";
import type { Catalogue } from "../use-catalogue.ts";
import type { Demo } from "./text-page-definition.ts";

/** Applies a demo's settings and sends its messages, until a response fails or the user leaves the conversation. */
export async function startDemo({
  demo,
  chat,
  catalogue,
}: {
  demo: Demo;
  chat: Chat;
  catalogue: Catalogue;
}): Promise<void> {
  const model = demo.model?.(catalogue);
  chat.applySuggestion({ ...demo.settings, ...(model ? { model } : {}) });
  const { id } = chat.store.get().session;
  const taken = demo.picture && (await readFileAsAttachment(await demo.picture()));
  if (taken) await chat.saveAttachment(taken.attachment.sha256, taken.bytes);
  for (const [place, text] of demo.prompts.entries()) {
    const { session } = chat.store.get();
    const path = visiblePath(session.transcript);
    const tail = path.at(-1);
    const followed = tail?.role === "assistant" && tail.state === "complete" && path.length === place * 2;
    if (session.id !== id || (place > 0 && !followed)) return;
    await chat.send({ text, attachments: taken && place === 0 ? [taken.attachment] : [] });
  }
}
