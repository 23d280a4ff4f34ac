const NONE = -1;
/** Keys below this are places of an array, which grows with the largest one. */
const MOST_ARRAY_KEYS = 65_536;

/** Numbers by small integer keys: an array for the first keys, since a map takes several times as long. */
export class SlotTable {
  private array = new Int32Array(16).fill(NONE);
  private readonly map = new Map<number, number>();

  /** Returns -1 for a key without a number. */
  get(key: number): number {
    if (key < this.array.length) return this.array[key] as number;
    return key < MOST_ARRAY_KEYS ? NONE : (this.map.get(key) ?? NONE);
  }

  set(key: number, slot: number): void {
    if (key >= MOST_ARRAY_KEYS) {
      this.map.set(key, slot);
      return;
    }
    if (key >= this.array.length) {
      const larger = new Int32Array(2 ** Math.ceil(Math.log2(key + 1))).fill(NONE);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[key] = slot;
  }
}
