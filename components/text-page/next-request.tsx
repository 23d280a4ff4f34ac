"use client";

import { useEffect, useState } from "react";
import { type UserTurn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import type { Draft } from "#lib/playground/history/drafts.ts";
import { describeNextRequest } from "#lib/playground/models/next-request-words.ts";
import { askPreflight } from "#lib/playground/trace/load-preflight.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";

/** Rest after the last key, in milliseconds, before the gateway is asked. */
const REST_MS = 500;
/** Size in bytes of all files that are sent along only to be counted; base64 adds a third. */
const MOST_FILE_BYTES = 2 * 1024 * 1024;

/**
 * Tokens of the request that the message field would send now, and the most that it can cost. A dry run of the gateway
 * counts them: no provider is asked. Shows nothing where the request would be refused: sending it says why.
 */
export function NextRequest({ draft, model }: { draft: Draft; model: string | undefined }) {
  const chat = useChat();
  const transcript = useChatState((state) => state.session.transcript);
  const settings = useChatState((state) => state.session.settings);
  const [words, setWords] = useState<ReturnType<typeof describeNextRequest>>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is built from the chat's state, settings and model included.
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const path = visiblePath(transcript);
      const next: UserTurn = {
        id: "next",
        parent: null,
        role: "user",
        createdAt: 0,
        ...draft,
        text: draft.text.trim(),
      };
      const turns = [...path, next];
      const files = turns.flatMap((turn) => (turn.role === "user" ? turn.attachments : []));
      try {
        if (files.reduce((sum, { size }) => sum + size, 0) > MOST_FILE_BYTES) return setWords(undefined);
        const { path: url, headers = {}, body } = await chat.buildRequest(turns);
        const { signal } = leaving;
        const reply = await askPreflight({ path: url, headers, body: JSON.stringify(body), signal });
        if (!signal.aborted) setWords(describeNextRequest(reply));
      } catch {
        if (!leaving.signal.aborted) setWords(undefined);
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [chat, draft, transcript, settings, model]);

  if (!words) return null;
  return (
    <span
      data-testid="next-request"
      data-tooltip={words.detail}
      className="shrink-0 whitespace-nowrap px-1 text-muted-foreground text-xs tabular-nums max-md:hidden"
    >
      <span className="sr-only">Next request: </span>
      {words.words}
    </span>
  );
}
