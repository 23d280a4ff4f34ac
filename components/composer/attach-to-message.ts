import { useEffect, useRef } from "react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";

const EVENT = "parlance:attach";

/** A file that is stored already, or files as they were dropped. */
type Given = Attachment | File[];

/** Puts files into the message field of the page, from anywhere on it. */
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
