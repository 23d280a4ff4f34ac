/** Bounds the values of a label. Each value is a series of its own in the process and in the monitor. */
export class LabelCap {
  private readonly known = new Set<string>();
  private readonly most: number;

  /** @param most distinct values; all further ones are `other` */
  constructor(most: number) {
    this.most = most;
  }

  /** Returns the value, or `other` when there are too many; an empty text for null. */
  of(value: string | null): string {
    if (value === null) return "";
    if (this.known.has(value)) return value;
    if (this.known.size >= this.most) return "other";
    this.known.add(value);
    return value;
  }
}
