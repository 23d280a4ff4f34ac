/**
 * Puts `text` on the clipboard. The clipboard API needs a secure context and the reader's leave; over plain http the old
 * command still works.
 * @throws Error when the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  try {
    // Absent outside a secure context, whatever its type says.
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
  // Beside the button: a dialog would take the focus back from outside of it.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
