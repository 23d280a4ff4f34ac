import { useEffect, useRef } from "react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";

const EVENT = "parlance:attach";

/** A stored file, or dropped files. */
type AttachRequest = Attachment | File[];

/** Attaches files to the page's message field, from anywhere on the page. */
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
