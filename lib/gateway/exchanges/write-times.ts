/** When the bytes of an answer were written, so that who reads them later knows how they came. */
export type WriteTimes = {
  /**
   * @param end how many bytes there are now
   * @param at milliseconds since the request
   */
  add(end: number, at: number): void;
  list(): [end: number, at: number][];
};

const MOST = 20_000;

/** A list that is full loses every second entry, so that a long answer is covered to its end. */
export function createWriteTimes(most = MOST): WriteTimes {
  let times: [number, number][] = [];
  return {
    add(end, at) {
      if (times.length >= most) times = times.filter((_, index) => index % 2 === 0);
      times.push([end, Math.round(at * 10) / 10]);
    },
    list: () => times,
  };
}
