/** ByteLog: bytes of a response in the order of their writes; the oldest can be dropped. */

type Block = { start: number; bytes: Buffer; filled: number };

const SMALLEST_BLOCK = 4_096;
const USUAL_BLOCK = 65_536;

export class ByteLog {
  /** Offset of the first byte that is not dropped. */
  start = 0;
  /** Offset after the last byte. */
  end = 0;
  /** Memory in bytes. */
  size = 0;
  private blocks: Block[] = [];

  /** Stores a copy: a socket's chunk may hold a much larger buffer in memory. */
  append(chunk: Uint8Array | string): void {
    const length = typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.length;
    if (length === 0) return;
    const block = this.blockFor(length);
    if (typeof chunk === "string") block.bytes.write(chunk, block.filled);
    else block.bytes.set(chunk, block.filled);
    block.filled += length;
    this.end += length;
  }

  /**
   * Returns bytes from `offset` on, all or a part: whole writes when `offset` is the end of one. Undefined at the end.
   * @param offset offset, at least `start`
   */
  read(offset: number): Buffer | undefined {
    if (offset >= this.end) return undefined;
    const block = this.blocks.findLast(({ start }) => start <= offset);
    return block?.bytes.subarray(offset - block.start, block.filled);
  }

  /** Drops the oldest bytes until at most `bytes` are left, but none from `before` on. */
  trim({ bytes, before }: { bytes: number; before: number }): void {
    while (this.size > bytes) {
      const [oldest, next] = this.blocks;
      if (!oldest || oldest.start + oldest.filled > before || !next) return;
      this.blocks.shift();
      this.size -= oldest.bytes.length;
      this.start = next.start;
    }
  }

  /** Never splits one write over two blocks, so that readers get whole events. */
  private blockFor(length: number): Block {
    const last = this.blocks.at(-1);
    if (last && last.bytes.length - last.filled >= length) return last;
    const usual = last ? Math.min(USUAL_BLOCK, 2 * last.bytes.length) : SMALLEST_BLOCK;
    const bytes = Buffer.allocUnsafeSlow(Math.max(usual, length));
    const block = { start: this.end, bytes, filled: 0 };
    this.blocks.push(block);
    this.size += bytes.length;
    return block;
  }
}
