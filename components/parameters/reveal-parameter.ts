/** Scrolls a parameter's row into sight and puts the focus into it. */
export function revealParameter(panel: HTMLElement | null, name: string | undefined): void {
  scrollToParameter(panel, name);
  findRow(panel, name)?.querySelector<HTMLElement>("textarea, input, button")?.focus();
}

/** Only scrolls: the reader may be typing elsewhere. */
export function scrollToParameter(panel: HTMLElement | null, name: string | undefined): void {
  findRow(panel, name)?.scrollIntoView({ block: "center" });
}

function findRow(panel: HTMLElement | null, name: string | undefined): HTMLElement | null {
  return name === undefined ? null : (panel?.querySelector(`[data-parameter="${CSS.escape(name)}"]`) ?? null);
}
