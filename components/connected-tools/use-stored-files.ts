import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { readFileAsAttachment } from "#lib/playground/files/attachments.ts";
import { useChat } from "../chat/chat-context.tsx";

/** Returns a function that stores files as attachments of the page's API; it throws for a file that cannot be one. */
export function useStoredFiles(): (files: readonly File[]) => Promise<Attachment[]> {
  const chat = useChat();
  return async (files) => {
    const intakes = await Promise.all(files.map(readFileAsAttachment));
    for (const { attachment, bytes } of intakes) {
      const refusal = chat.dialect.refuseFile?.(attachment);
      if (refusal) throw new Error(refusal);
      await chat.saveAttachment(attachment.sha256, bytes);
    }
    return intakes.map(({ attachment }) => attachment);
  };
}
