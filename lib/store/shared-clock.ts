/**
 * SharedClock: the database's clock, by which keys, sessions and sign-in links expire on every instance, however wrong
 * the clock of its machine is.
 */

export type SharedClock = {
  /** Returns Unix milliseconds. Goes on by a monotonic clock between two measurements. */
  now(): number;
  /** Notes that the database's clock showed `time` between two readings of the monotonic clock. */
  note(time: number, of: { sentAt: number; receivedAt: number }): void;
};

/** Round trip in milliseconds beyond which a measurement is too inexact to replace an earlier one. */
const LONGEST_TRIP_MS = 1_000;

/**
 * @param machine clock of this machine, which counts until the first measurement
 * @param elapsed milliseconds of a monotonic clock
 */
export function createSharedClock(
  machine: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
): SharedClock {
  let measured: { time: number; at: number } | undefined;
  return {
    now: () => (measured ? Math.round(measured.time + elapsed() - measured.at) : machine()),
    note(time, { sentAt, receivedAt }) {
      if (measured && receivedAt - sentAt > LONGEST_TRIP_MS) return;
      measured = { time, at: (sentAt + receivedAt) / 2 };
    },
  };
}
