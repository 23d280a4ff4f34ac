/** RequestRecorder: the recorder of one request; see recorder.ts. */
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Recorder } from "#lib/gateway/request/recorder.ts";
import { type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import type { CapturedRecord } from "#lib/records/captured-record.ts";
import { redactAddress, redactHeaders } from "#lib/upstreams/redact-headers.ts";
import { BodyCapture, type CaptureBudget } from "./body-capture.ts";
import { CapturedAnswer, readCapture } from "./captured-answer.ts";
import { RecordedAttempts } from "./recorded-attempts.ts";

export class RequestRecorder implements Recorder {
  readonly request: HttpRequest;
  private readonly log: LogEntry;
  private readonly budget: CaptureBudget;
  private readonly onEnd: (recorder: RequestRecorder) => void;
  private readonly requestBody: BodyCapture;
  private answer: CapturedAnswer | undefined;
  private readonly attempts: RecordedAttempts;
  private hasEnded = false;

  /** @param onEnd called once, when the request and its response have ended */
  constructor(
    { request, log }: { request: HttpRequest; log: LogEntry },
    { budget, onEnd }: { budget: CaptureBudget; onEnd: (recorder: RequestRecorder) => void },
  ) {
    this.log = log;
    this.budget = budget;
    this.onEnd = onEnd;
    this.requestBody = new BodyCapture(budget, request.headers["content-type"]);
    this.attempts = new RecordedAttempts(budget, () => log.elapsed());
    const { body } = request;
    this.request = {
      ...request,
      body: {
        chunks: (limit) => this.recordChunks(body.chunks(limit)),
        retain: () => body.retain(),
        release: () => body.release(),
        bytes: async (limit) => {
          const bytes = await body.bytes(limit);
          this.requestBody.addWhole(log.elapsed(), bytes);
          return bytes;
        },
      },
    };
    // A response is recorded after the entry has ended when the mount is late, or when it is a whole body.
    log.whenFinished(() => setImmediate(() => this.endUnlessPlaying()));
  }

  tap(response: HttpResponse): HttpResponse {
    const { status, headers, body } = response;
    const answer = new CapturedAnswer({ status, headers }, this.budget);
    this.answer = answer;
    if (!isBodyStream(body)) {
      answer.body.addWhole(this.log.elapsed(), body);
      answer.isComplete = true;
      return response;
    }
    const end = (isComplete: boolean) => {
      answer.isComplete ??= isComplete;
      if (this.log.outcome) this.end();
    };
    return {
      ...response,
      body: {
        start: (sink) =>
          body.start({
            write: (chunk) => {
              answer.body.add(this.log.elapsed(), chunk);
              return sink.write(chunk);
            },
            end: () => {
              sink.end();
              end(true);
            },
            fail: (error) => {
              sink.fail(error);
              end(false);
            },
          }),
        resume: () => body.resume(),
        cancel: () => {
          body.cancel();
          end(false);
        },
      },
    };
  }

  recordSending: Recorder["recordSending"] = (sending, dialect) => this.attempts.recordSending(sending, dialect);

  observeFetches: Recorder["observeFetches"] = (place) => this.attempts.observeFetches(place);

  /** Returns what was recorded; its secrets are those of the wire, but for the headers. */
  read(): CapturedRecord {
    const { id, time, dialect, model, stream } = this.log;
    const { method, path, query, headers } = this.request;
    return {
      ...{ object: "request_record", version: 1, id, time, dialect, model, stream },
      request: {
        method,
        url: redactAddress(query ? `${path}?${query}` : path),
        headers: redactHeaders(headers),
        ...readCapture(this.requestBody),
      },
      ...(this.answer && { response: this.answer.read() }),
      attempts: this.attempts.read(),
    };
  }

  /** Bytes of all bodies in memory. */
  get size(): number {
    return this.listBodies().reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the memory of all bodies to the budget. */
  release(): void {
    for (const body of this.listBodies()) body.release();
  }

  private listBodies(): BodyCapture[] {
    const bodies = [this.requestBody, this.answer?.body, ...this.attempts.listBodies()];
    return bodies.filter((body) => body !== undefined);
  }

  get outcome(): LogEntry["outcome"] {
    return this.log.outcome;
  }

  private async *recordChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of chunks) {
      this.requestBody.add(this.log.elapsed(), chunk);
      yield chunk;
    }
  }

  /** A mount plays or cancels every body that it gets; a client that has left gets no more. */
  private endUnlessPlaying(): void {
    const { answer } = this;
    if (answer === undefined || answer.isComplete !== undefined || this.request.client.left) this.end();
  }

  private end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.attempts.close();
    this.onEnd(this);
  }
}
