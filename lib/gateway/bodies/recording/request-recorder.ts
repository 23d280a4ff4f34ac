/** RequestRecorder: the recorder of one request; see recorder.ts. */
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Recorder } from "#lib/gateway/request/recorder.ts";
import { type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import type { CapturedRecord } from "#lib/records/captured-record.ts";
import type { Receiver } from "#lib/upstreams/receiver.ts";
import { describeSentHead } from "../resumable/describe-request.ts";
import { redactAddress, redactHeaders } from "../resumable/redact-headers.ts";
import { BodyCapture, type CaptureBudget } from "./body-capture.ts";

/** Response that is being recorded. */
type Answer = {
  status: number;
  headers: Record<string, string>;
  body: BodyCapture;
  /** True for a body that came to its end, false for one that was cut; undefined while it goes on. */
  isComplete: boolean | undefined;
};

type Attempt = {
  head: ReturnType<typeof describeSentHead>;
  upstream: string;
  dialect: string;
  body: BodyCapture;
  answer: Answer | undefined;
};

export class RequestRecorder implements Recorder {
  readonly request: HttpRequest;
  private readonly log: LogEntry;
  private readonly budget: CaptureBudget;
  private readonly onEnd: (recorder: RequestRecorder) => void;
  private readonly requestBody: BodyCapture;
  private answer: Answer | undefined;
  private readonly attempts: Attempt[] = [];
  private hasEnded = false;

  /** @param onEnd called once, when the request and its response have ended */
  constructor(
    { request, log }: { request: HttpRequest; log: LogEntry },
    { budget, onEnd }: { budget: CaptureBudget; onEnd: (recorder: RequestRecorder) => void },
  ) {
    this.log = log;
    this.budget = budget;
    this.onEnd = onEnd;
    this.requestBody = new BodyCapture(budget);
    const { body } = request;
    this.request = {
      ...request,
      body: {
        chunks: (limit) => body.chunks(limit),
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
    const answer = this.beginAnswer(status, headers);
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

  recordAttempt(
    { upstream, dialect, request }: Parameters<Recorder["recordAttempt"]>[0],
    receiver: Receiver,
  ): Receiver {
    // Work that outlives its request, such as a video's, is not part of it.
    if (this.hasEnded) return receiver;
    const attempt: Attempt = {
      head: describeSentHead({ upstream, request }),
      ...{ upstream: upstream.id, dialect, body: new BodyCapture(this.budget), answer: undefined },
    };
    this.attempts.push(attempt);
    const { body } = request;
    if (typeof body === "string" || body instanceof Uint8Array) attempt.body.addWhole(this.log.elapsed(), body);
    return {
      onHeaders: (status, headers) => {
        attempt.answer = this.beginAnswer(status, headers);
        receiver.onHeaders(status, headers);
      },
      onData: (chunk) => {
        attempt.answer?.body.add(this.log.elapsed(), chunk);
        receiver.onData(chunk);
      },
      onEnd: () => {
        if (attempt.answer) attempt.answer.isComplete = true;
        receiver.onEnd();
      },
      onError: (error) => receiver.onError(error),
    };
  }

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
        ...readBody(this.requestBody),
      },
      ...(this.answer && { response: readAnswer(this.answer) }),
      attempts: this.attempts.map(({ head, upstream, dialect: spoken, body, answer }) => ({
        ...{ upstream, dialect: spoken },
        request: { ...head, ...readBody(body) },
        ...(answer && { response: readAnswer(answer) }),
      })),
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
    const bodies = [this.requestBody, this.answer?.body];
    return [...bodies, ...this.attempts.flatMap(({ body, answer }) => [body, answer?.body])].filter(
      (body) => body !== undefined,
    );
  }

  get outcome(): LogEntry["outcome"] {
    return this.log.outcome;
  }

  private beginAnswer(status: number, headers: Parameters<typeof redactHeaders>[0]): Answer {
    return { status, headers: redactHeaders(headers), body: new BodyCapture(this.budget), isComplete: undefined };
  }

  /** A mount plays or cancels every body that it gets; a client that has left gets no more. */
  private endUnlessPlaying(): void {
    const { answer } = this;
    if (answer === undefined || answer.isComplete !== undefined || this.request.client.left) this.end();
  }

  private end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd(this);
  }
}

function readAnswer({ status, headers, body, isComplete }: Answer): NonNullable<CapturedRecord["response"]> {
  const { body: captured } = readBody(body);
  return {
    status,
    headers,
    ...(captured && { body: captured }),
    complete: isComplete === true && !captured?.isTooLong,
  };
}

function readBody(capture: BodyCapture): { body?: ReturnType<BodyCapture["read"]> } {
  const body = capture.read();
  return body.bytes === 0 ? {} : { body };
}
