import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps in sight what a panel is about: a parameter that was refused is scrolled to, for the reader may be typing
 * elsewhere; one that was asked for gets the focus too.
 *
 * @returns for the element that holds the rows
 */
export function useParameterInSight({
  refused,
  reveal,
}: {
  /** The name of the refused one. */
  refused: string | undefined;
  /** The one that was asked for, anew with each object. */
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
