/** Events on the wire: both lines, and one count over all of them (wire-formats §2.6). */
export type EventWriter = {
  event(type: string, fields: Record<string, unknown>): string;
  /**
   * The beginning of an event that comes once for each token: all of it but the text and the count.
   * Kept by its block, so that it is serialised once.
   */
  deltaHead(type: string, fields: Record<string, unknown>): string;
  /** @param rest further fields, as JSON from a comma on */
  delta(head: string, text: string, rest?: string): string;
  /** The number that the next event gets. */
  next(): number;
};

export function createEventWriter(): EventWriter {
  let sequence = 0;
  const head = (type: string) => `event: ${type}\ndata: {"type":"${type}",`;
  return {
    event(type, fields) {
      const json = JSON.stringify({ sequence_number: sequence++, ...fields });
      return `${head(type)}${json.slice(1)}\n\n`;
    },
    deltaHead: (type, fields) => `${head(type)}${JSON.stringify(fields).slice(1, -1)},"delta":`,
    delta: (begun, text, rest = "") => `${begun}${JSON.stringify(text)}${rest},"sequence_number":${sequence++}}\n\n`,
    next: () => sequence,
  };
}
