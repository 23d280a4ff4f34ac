/**
 * Encodes a plane of bytes as text: runs of equal bytes, each as the byte and the length in groups of seven bits, in
 * base64.
 */

export function encodeRuns(data: Uint8Array): string {
  const bytes: number[] = [];
  for (let at = 0; at < data.length; ) {
    const value = data[at] as number;
    let end = at + 1;
    while (end < data.length && data[end] === value) end++;
    bytes.push(value);
    let length = end - at;
    for (; length > 127; length >>>= 7) bytes.push((length & 127) | 128);
    bytes.push(length);
    at = end;
  }
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.slice(at, at + 8192));
  return btoa(text);
}

/** Fills `target`. Bytes beyond the end of the text stay unchanged; excess data is dropped. */
export function decodeRuns(text: string, target: Uint8Array): void {
  const bytes = atob(text);
  for (let read = 0, at = 0; read < bytes.length && at < target.length; ) {
    const value = bytes.charCodeAt(read++);
    let length = 0;
    for (let shift = 0; read < bytes.length; shift += 7) {
      const part = bytes.charCodeAt(read++);
      length |= (part & 127) << shift;
      if (part < 128) break;
    }
    target.fill(value, at, at + length);
    at += length;
  }
}
