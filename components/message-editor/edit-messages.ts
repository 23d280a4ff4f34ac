import { useEffect, useRef } from "react";

const EVENT = "parlance:edit-messages";

/** Opens the message editor from anywhere on a text page, at the message `turnId`. */
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
