/** Returns a function that reads 16-bit samples from bytes that may be cut anywhere, also within a sample. */
export function createSampleReader(): (bytes: Uint8Array) => Int16Array<ArrayBuffer> {
  /** First half of a sample whose second one has not arrived. */
  let odd = new Uint8Array();
  return (bytes) => {
    const joined = new Uint8Array(odd.length + bytes.length);
    joined.set(odd);
    joined.set(bytes, odd.length);
    const whole = joined.length - (joined.length % 2);
    odd = joined.slice(whole);
    return new Int16Array(joined.buffer.slice(0, whole));
  };
}
