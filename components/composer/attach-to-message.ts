import { useEffect, useRef } from "react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";

const EVENT = "parlance:attach";

/** A stored file, or dropped files. */
type Given = Attachment | File[];

/** Attaches files to the page's message field, from anywhere on the page. */
export function attachToMessage(given: Given): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: given }));
}

export function useAttachRequests(onAttach: (given: Given) => void): void {
  const latest = useRef(onAttach);
  latest.current = onAttach;
  useEffect(() => {
    const listen = (event: Event) => event instanceof CustomEvent && latest.current(event.detail);
    addEventListener(EVENT, listen);
    return () => removeEventListener(EVENT, listen);
  }, []);
}
