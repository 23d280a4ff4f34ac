/** A body that is made piece by piece while it is sent, so that it is never whole in memory. */
import type { PushSource, Sink } from "#lib/http/exchange.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, type RequestRecord } from "./request-record.ts";

export class PiecesBody implements PushSource {
  private readonly pieces: Iterator<string>;
  private readonly record: RequestRecord;
  private sink: Sink | undefined;
  private ended = false;

  /** @param record finished when the body has ended, however it ends */
  constructor(pieces: Iterator<string>, record: RequestRecord) {
    this.pieces = pieces;
    this.record = record;
  }

  start(sink: Sink): void {
    this.sink = sink;
    this.resume();
  }

  resume(): void {
    const { sink } = this;
    if (!sink) return;
    while (!this.ended) {
      const { done, value } = this.pieces.next();
      if (done) {
        this.ended = true;
        this.record.finish({ status: 200 });
        sink.end();
        return;
      }
      this.record.sent(Buffer.byteLength(value));
      if (!sink.write(value)) return;
    }
  }

  cancel(): void {
    if (this.ended) return;
    this.ended = true;
    this.record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
  }
}
