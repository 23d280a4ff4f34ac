import { useEffect, useRef } from "react";

const EVENT = "parlance:edit-messages";

/** Opens the list of messages to edit, from anywhere on a text page; `turnId` is the message to begin at. */
export function editMessages(turnId?: string): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: turnId }));
}

export function useEditRequests(onEdit: (turnId?: string) => void): void {
  const latest = useRef(onEdit);
  latest.current = onEdit;
  useEffect(() => {
    const listen = (event: Event) => event instanceof CustomEvent && latest.current(event.detail);
    addEventListener(EVENT, listen);
    return () => removeEventListener(EVENT, listen);
  }, []);
}
