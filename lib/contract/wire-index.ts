/**
 * Bounds on the indexes that providers send. Lists are filled up to an index, so one bad number could otherwise hang
 * the process or the page.
 */

type IndexBound = {
  /** Path of the field, for the message. */
  field: string;
  /** First number that is too large. */
  limit: number;
};

/** Choices of one response: `n` of OpenAI's API ends at 128. */
export const MAXIMUM_CHOICES = 128;

/** Tool calls, content blocks, output items or their parts in one response. */
export const MAXIMUM_ITEMS = 4096;

/** An index outside its bound. The message names the field, the bound and the value. */
export class WireIndexError extends RangeError {}

/**
 * Returns `value` if it is a whole number from 0 to below `limit`.
 * @throws WireIndexError
 */
export function checkIndex(value: unknown, { field, limit }: IndexBound): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < limit) return value;
  const given = typeof value === "number" ? value : `a value of type ${typeof value}`;
  throw new WireIndexError(`\`${field}\` must be a whole number from 0 to ${limit - 1}; got ${given}.`);
}
