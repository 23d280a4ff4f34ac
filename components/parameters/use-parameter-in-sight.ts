import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls to the parameter that the panel should show: a refused one without focus, because the reader may be typing
 * elsewhere; a revealed one with focus.
 * @returns a ref for the element that contains the rows
 */
export function useParameterInSight({
  refused,
  reveal,
}: {
  /** Name of the refused parameter. */
  refused: string | undefined;
  /** Parameter to reveal; each new object reveals it again. */
  reveal: { name: string; count: number } | undefined;
}): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => scrollToParameter(body.current, refused), [refused]);
  useEffect(() => {
    scrollToParameter(body.current, reveal?.name);
    findRow(body.current, reveal?.name)?.querySelector<HTMLElement>("textarea, input, button")?.focus();
  }, [reveal]);
  return body;
}

function scrollToParameter(panel: HTMLElement | null, name: string | undefined): void {
  findRow(panel, name)?.scrollIntoView({ block: "center" });
}

function findRow(panel: HTMLElement | null, name: string | undefined): HTMLElement | null {
  return name === undefined ? null : (panel?.querySelector(`[data-parameter="${CSS.escape(name)}"]`) ?? null);
}
