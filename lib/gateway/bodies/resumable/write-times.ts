/** WriteTimes: the time of each byte of a response, so that a later reader can replay its pace. */
export type WriteTimes = {
  /**
   * @param end number of bytes so far
   * @param at milliseconds since the request
   */
  add(end: number, at: number): void;
  list(): [end: number, at: number][];
};

const MOST = 20_000;
const FEWEST = 64;

export type WriteTimesOptions = {
  /** Limit on the list; a full list drops every second entry, so that it covers a long response to its end. */
  most?: number;
  /** Called with each change of the list's memory, in bytes. */
  onSize: (change: number) => void;
};

/** Holds two numbers for each write: 16 bytes. */
export function createWriteTimes({ most = MOST, onSize }: WriteTimesOptions): WriteTimes {
  let numbers = new Float64Array();
  let count = 0;

  function makeRoom(): void {
    if (count >= most) {
      const remaining = Math.ceil(count / 2);
      for (let place = 0; place < remaining; place += 1) {
        numbers.copyWithin(place * 2, place * 4, place * 4 + 2);
      }
      count = remaining;
    } else if (count * 2 === numbers.length) {
      const more = new Float64Array(2 * Math.min(most, Math.max(FEWEST, 2 * count)));
      more.set(numbers);
      onSize(more.byteLength - numbers.byteLength);
      numbers = more;
    }
  }

  return {
    add(end, at) {
      makeRoom();
      numbers[count * 2] = end;
      numbers[count * 2 + 1] = Math.round(at * 10) / 10;
      count += 1;
    },
    list: () => Array.from({ length: count }, (_, place) => [numbers[place * 2] ?? 0, numbers[place * 2 + 1] ?? 0]),
  };
}
