import { useEffect, useRef } from "react";
import type { Attachment } from "#lib/playground/transcript.ts";

const EVENT = "parlance:attach";

/** Puts a stored file into the message field of the page, from anywhere on it. */
export function attachToMessage(attachment: Attachment): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: attachment }));
}

export function useAttachRequests(onAttach: (attachment: Attachment) => void): void {
  const latest = useRef(onAttach);
  latest.current = onAttach;
  useEffect(() => {
    const listen = (event: Event) => event instanceof CustomEvent && latest.current(event.detail);
    addEventListener(EVENT, listen);
    return () => removeEventListener(EVENT, listen);
  }, []);
}
