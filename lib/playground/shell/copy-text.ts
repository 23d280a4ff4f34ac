/**
 * Copies `text` to the clipboard. The clipboard API needs a secure context and the user's permission; over plain http
 * the old command still works.
 * @throws Error when the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  try {
    // Absent outside a secure context, despite its type.
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyBySelection(text)) throw new Error("The browser refused to copy.");
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Added beside the button, because a dialog would take the focus back from outside it.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
