/** Saves bytes as a download. */
export function downloadBlob(bytes: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Copies an image to the clipboard, which accepts only PNG.
 * @param bytes a promise, because the clipboard must be accessed within the click, before the bytes are read
 * @throws Error when the browser refuses
 */
export async function copyImage(bytes: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": bytes.then(toPng) })]);
}

async function toPng(bytes: Blob): Promise<Blob> {
  if (bytes.type === "image/png") return bytes;
  const bitmap = await createImageBitmap(bytes);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/png" });
}
