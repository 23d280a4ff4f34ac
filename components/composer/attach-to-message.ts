import { useEffect, useRef } from "react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";

const EVENT = "parlance:attach";

/** A stored file, dropped files, or text that follows what the field has. */
type AttachRequest = Attachment | File[] | { text: string };

/** Adds files or text to the page's message field, from anywhere on the page. */
export function attachToMessage(given: AttachRequest): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: given }));
}

export function useAttachRequests(onAttach: (given: AttachRequest) => void): void {
  const latest = useRef(onAttach);
  latest.current = onAttach;
  useEffect(() => {
    const listen = (event: Event) => event instanceof CustomEvent && latest.current(event.detail);
    addEventListener(EVENT, listen);
    return () => removeEventListener(EVENT, listen);
  }, []);
}
