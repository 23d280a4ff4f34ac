import { describe, expect, it } from "vitest";
import { createWriteTimes } from "#lib/gateway/bodies/resumable/write-times.ts";

describe("times of writes", () => {
  it("are listed in order, to a tenth of a millisecond", () => {
    const times = createWriteTimes({ onSize() {} });
    expect(times.list()).toEqual([]);
    for (let count = 1; count <= 300; count += 1) times.add(count * 10, count + 0.123);
    expect(times.list()).toEqual(Array.from({ length: 300 }, (_, index) => [(index + 1) * 10, index + 1.1]));
  });

  it("cover a long response to its end, in memory that is counted and bounded", () => {
    let size = 0;
    const times = createWriteTimes({
      most: 100,
      onSize: (change) => {
        size += change;
      },
    });
    for (let count = 1; count <= 1000; count += 1) times.add(count, count);
    const list = times.list();
    expect(size).toBe(100 * 16);
    expect(list.length).toBeGreaterThan(49);
    expect(list.length).toBeLessThan(101);
    expect(list.at(0)).toEqual([1, 1]);
    expect(list.at(-1)).toEqual([1000, 1000]);
    expect(list.toSorted(([one], [other]) => one - other)).toEqual(list);
  });
});
