/** What is typed between the key that opens a field and the moment the field is there: it is meant for the field. */
let text = "";

/** Keeps a printable key from whatever has the focus now. */
export function holdEarlyKey(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  text += event.key;
  event.preventDefault();
  event.stopPropagation();
}

/** What has been held, once. */
export function takeEarlyText(): string {
  const taken = text;
  text = "";
  return taken;
}
