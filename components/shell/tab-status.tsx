"use client";

import { useEffect } from "react";
import { streamingPages } from "#lib/playground/chat/streaming-pages.ts";
import { useStore } from "../use-store.ts";

const MARK = "● ";
const ICON = "/icon.svg";
/** The page's icon with a dot. */
const DONE_ICON = "/icon-done.svg";

/** Shows in the tab that a response is running, or that one has finished in the background. */
export function TabStatus() {
  const running = useStore(streamingPages, (pages) => Object.values(pages).some(Boolean));
  useEffect(() => {
    if (!running) return;
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    };
    mark();
    // Another page sets its own title while the response is running.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
      if (document.hidden) showIcon(DONE_ICON);
    };
  }, [running]);
  useEffect(() => {
    const onLook = () => {
      if (!document.hidden) showIcon(ICON);
    };
    document.addEventListener("visibilitychange", onLook);
    return () => document.removeEventListener("visibilitychange", onLook);
  }, []);
  return null;
}

function showIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.getAttribute("href") !== address) link.href = address;
}
