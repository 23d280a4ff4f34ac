import { useEffect, useRef } from "react";

const EVENT = "parlance:show-picture";

/** Opens an image of the page at full size, from anywhere on it. */
export function showPicture(id: string): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: id }));
}

export function usePictureRequests(onShow: (id: string) => void): void {
  const latest = useRef(onShow);
  latest.current = onShow;
  useEffect(() => {
    const listen = (event: Event) => event instanceof CustomEvent && latest.current(event.detail);
    addEventListener(EVENT, listen);
    return () => removeEventListener(EVENT, listen);
  }, []);
}
