/** Scrolls a parameter's row into sight and puts the focus into it. */
export function revealParameter(panel: HTMLElement | null, name: string | undefined): void {
  if (!panel || name === undefined) return;
  const row = panel.querySelector<HTMLElement>(`[data-parameter="${CSS.escape(name)}"]`);
  row?.scrollIntoView({ block: "center" });
  row?.querySelector<HTMLElement>("textarea, input, button")?.focus();
}
