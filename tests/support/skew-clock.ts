/** Shifts the clock of a process by CLOCK_SKEW_MS; loaded before everything else, by `--import`. */
const skew = Number(process.env.CLOCK_SKEW_MS);
const OwnDate = Date;

class SkewedDate extends OwnDate {
  constructor(...args: [] | [number]) {
    if (args.length === 0) super(SkewedDate.now());
    else super(...args);
  }
  static override now(): number {
    return OwnDate.now() + skew;
  }
}
globalThis.Date = SkewedDate as DateConstructor;
