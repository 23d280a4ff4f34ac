import { useEffect, useEffectEvent } from "react";

const EVENT = "parlance:show-parameter";

type Shown = {
  name: string;
  /** Owner of the panel, on pages with several panels. */
  owner?: unknown;
};

/** Opens the panel at a parameter, from anywhere on the page. */
export function showParameter(shown: Shown): void {
  dispatchEvent(new CustomEvent<Shown>(EVENT, { detail: shown }));
}

/** @param onShow opens the page's panel */
export function useShownParameter(onShow: (shown: Shown) => void): void {
  const show = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent) onShow(event.detail);
  });
  useEffect(() => {
    const listener = (event: Event) => show(event);
    addEventListener(EVENT, listener);
    return () => removeEventListener(EVENT, listener);
  }, []);
}
