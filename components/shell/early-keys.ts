/** Text typed between the key that opens a field and the field's appearance; it is meant for the field. */
let text = "";

/** Captures a printable key, so that the focused element does not receive it. */
export function holdEarlyKey(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  text += event.key;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the captured text once. */
export function takeEarlyText(): string {
  const taken = text;
  text = "";
  return taken;
}
