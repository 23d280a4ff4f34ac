"use client";

import { useEffect, useState } from "react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import { type Turn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import type { TextRequest } from "#lib/playground/dialects/text-dialect.ts";
import { loadDraft, newDraftKey } from "#lib/playground/history/drafts.ts";
import { writeTextSample } from "#lib/playground/samples/text-samples.ts";
import { useChat } from "../chat/chat-context.tsx";
import { CodeDialog } from "../ui/code-dialog.tsx";

/** Shows the next request as code, or the last one while the field is empty. */
export function TextCodeDialog({
  prompt,
  open,
  onClose,
}: {
  /** Prompt of the sample on an empty page. */
  prompt: string;
  open: boolean;
  onClose: () => void;
}) {
  const chat = useChat();
  const [request, setRequest] = useState<TextRequest>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!open) return;
    setProblem(undefined);
    chat.buildRequest(listSampleTurns(chat, prompt)).then(setRequest, (error: Error) => setProblem(error.message));
  }, [chat, open, prompt]);
  return (
    <CodeDialog
      open={open && (request !== undefined || problem !== undefined)}
      onClose={onClose}
      write={(language) =>
        request && !problem
          ? writeTextSample(language, { request, page: chat.dialect.page, origin: location.origin })
          : `# ${problem}`
      }
      files={false}
    />
  );
}

function listSampleTurns(chat: Chat, prompt: string): Turn[] {
  const { id, page, transcript } = chat.store.get().session;
  const path = visiblePath(transcript);
  const draft = loadDraft(path.length === 0 ? newDraftKey(page) : id);
  const text = draft.text.trim();
  if (text === "" && draft.attachments.length === 0 && path.length > 0) {
    const asked = path.findLastIndex((turn) => turn.role !== "assistant");
    return path.slice(0, asked + 1);
  }
  const attachments = draft.attachments;
  const next = { id: "next", parent: null, role: "user" as const, createdAt: 0, attachments };
  return [...path, { ...next, text: text || (attachments.length > 0 ? "" : prompt) }];
}
