/**
 * Heights of a chart of the gaps between events, from 0 to 1: each column has the longest gap of its events, by its
 * square root, so that short gaps can be told apart beside a long one.
 * @param times of the events in milliseconds, in order
 */
export function sumGaps(times: readonly number[], columns: number): number[] {
  const gaps = times.slice(1).map((time, index) => Math.max(0, time - (times[index] ?? time)));
  const longest = Math.max(0, ...gaps);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * gaps.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * gaps.length) / columns));
    const gap = Math.max(0, ...gaps.slice(from, to));
    return longest === 0 ? 0 : Math.sqrt(gap / longest);
  });
}
