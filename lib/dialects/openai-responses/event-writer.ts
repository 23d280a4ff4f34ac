/** Writes events: both lines, with one count over all events (wire-formats §2.6). */
export type EventWriter = {
  event(type: string, fields: Record<string, unknown>): string;
  /**
   * Returns the beginning of an event that is sent once per token, without the text and the count. The block stores it,
   * so that it is serialised once.
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
