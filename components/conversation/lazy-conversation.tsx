"use client";

import { lazy, Suspense } from "react";
import { loadChatRun } from "#lib/playground/chat/chat-responses.ts";

const load = () => import("./conversation-view.tsx");
const LoadedConversation = lazy(() => load().then((module) => ({ default: module.ConversationView })));

/** Preloads the code of conversations and requests before the first message; an empty page does not need it. */
export async function prefetchConversation(): Promise<void> {
  await Promise.all([load(), loadChatRun()]);
}

/** Preloads the conversation's code when the page is idle. */
export function prefetchConversationWhenIdle(): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(prefetchConversation, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => void prefetchConversation(), { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

/** The conversation on screen; an empty box of its size until the code is loaded. */
export function LazyConversation() {
  return (
    <Suspense fallback={<div className="min-h-0 flex-1" />}>
      <LoadedConversation />
    </Suspense>
  );
}
