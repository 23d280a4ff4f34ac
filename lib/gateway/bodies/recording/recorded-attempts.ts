/** RecordedAttempts: the requests to upstreams of one request with their responses, each retry on its own. */
import { Readable } from "node:stream";
import type { RecordedSending } from "#lib/gateway/request/recorder.ts";
import type { CapturedRecord } from "#lib/records/captured-record.ts";
import type { FetchObserver } from "#lib/upstreams/ai-sdk/fetch-observer.ts";
import { type AttemptObserver, joinObservers } from "#lib/upstreams/attempt-observer.ts";
import type { ResponseHeaders } from "#lib/upstreams/receiver.ts";
import { redactAddress } from "#lib/upstreams/redact-headers.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import { describeSentHead } from "../resumable/describe-request.ts";
import { BodyCapture, type CaptureBudget } from "./body-capture.ts";
import { CapturedAnswer, readCapture } from "./captured-answer.ts";

type Attempt = {
  place: { upstream: string; dialect: string };
  head: ReturnType<typeof describeSentHead>;
  body: BodyCapture;
  answer: CapturedAnswer | undefined;
  error: string | undefined;
};

/** Headers of a package's request that are recorded; its others may hold a credential under any name. */
const PACKAGE_HEADERS = /^(?:content-type|accept|anthropic-(?:version|beta)|openai-beta)$/i;

export class RecordedAttempts {
  private readonly attempts: Attempt[] = [];
  private readonly budget: CaptureBudget;
  /** Returns milliseconds since the request arrived. */
  private readonly elapsed: () => number;
  private isClosed = false;

  constructor(budget: CaptureBudget, elapsed: () => number) {
    this.budget = budget;
    this.elapsed = elapsed;
  }

  recordSending(sending: RecordedSending, dialect: string): RecordedSending {
    // Work that outlives its request, such as a video's, is not part of it.
    if (this.isClosed) return sending;
    const { upstream, request, receiver } = sending;
    const head = describeSentHead({ upstream, request });
    let attempt: Attempt | undefined;
    const observer: AttemptObserver = {
      begin: () => {
        const begun = this.begin({ upstream: upstream.id, dialect }, head, request.headers["content-type"]);
        attempt = begun;
        if (typeof request.body === "string" || request.body instanceof Uint8Array)
          begun?.body.addWhole(this.elapsed(), request.body);
        return this.observe(begun);
      },
    };
    return {
      ...sending,
      observer: joinObservers(sending.observer, observer),
      request: this.tapRequest(request, () => attempt?.body),
      receiver: {
        onHeaders: (status, headers) => {
          if (attempt) this.answer(attempt, status, headers);
          receiver.onHeaders(status, headers);
        },
        onData: (chunk) => {
          attempt?.answer?.body.add(this.elapsed(), chunk);
          receiver.onData(chunk);
        },
        onEnd: () => {
          if (attempt?.answer) attempt.answer.isComplete = true;
          receiver.onEnd();
        },
        onError: (error) => receiver.onError(error),
      },
    };
  }

  observeFetches({ upstream, dialect }: Attempt["place"]): FetchObserver {
    return {
      begin: ({ method, url, headers, body }) => {
        const shown = Object.entries(headers).filter(([name]) => PACKAGE_HEADERS.test(name));
        const head = { method, url: redactAddress(url), headers: Object.fromEntries(shown) };
        const attempt = this.begin({ upstream, dialect }, head, headers["content-type"]);
        if (body !== undefined) attempt?.body.addWhole(this.elapsed(), body);
        return {
          responded: (status, received) => {
            if (attempt) this.answer(attempt, status, received);
          },
          received: (chunk) => attempt?.answer?.body.add(this.elapsed(), chunk),
          end: (error) => {
            if (attempt?.answer) attempt.answer.isComplete = true;
            else if (attempt) attempt.error = error;
          },
        };
      },
    };
  }

  read(): CapturedRecord["attempts"] {
    return this.attempts.map(({ place, head, body, answer, error }) => ({
      ...place,
      request: { ...head, ...readCapture(body) },
      ...(answer && { response: answer.read() }),
      ...(!answer && error !== undefined && { error }),
    }));
  }

  listBodies(): (BodyCapture | undefined)[] {
    return this.attempts.flatMap(({ body, answer }) => [body, answer?.body]);
  }

  /** Begins no attempt after the end of the request. */
  close(): void {
    this.isClosed = true;
  }

  private begin(place: Attempt["place"], head: Attempt["head"], contentType: string | undefined): Attempt | undefined {
    if (this.isClosed) return undefined;
    const body = new BodyCapture(this.budget, contentType);
    const attempt: Attempt = { place, head, body, answer: undefined, error: undefined };
    this.attempts.push(attempt);
    return attempt;
  }

  private answer(attempt: Attempt, status: number, headers: ResponseHeaders): void {
    attempt.answer?.body.release();
    attempt.answer = new CapturedAnswer({ status, headers }, this.budget);
  }

  private observe(attempt: Attempt | undefined): ReturnType<AttemptObserver["begin"]> {
    return {
      headers: {},
      responded() {},
      received() {},
      refused: (status, headers) => {
        if (attempt) this.answer(attempt, status, headers);
      },
      discarded: (chunk) => {
        if (!attempt?.answer) return;
        if (chunk) attempt.answer.body.add(this.elapsed(), chunk);
        else attempt.answer.isComplete = true;
      },
      addPart() {},
      end(failure) {
        if (attempt && failure && "error" in failure) attempt.error = failure.error;
      },
    };
  }

  /** Records a body that is opened for each sending while it is sent. */
  private tapRequest(request: UpstreamRequest, capture: () => BodyCapture | undefined): UpstreamRequest {
    const { body } = request;
    if (typeof body !== "function") return request;
    const { elapsed } = this;
    return {
      ...request,
      body() {
        const sent = body();
        const captured = capture();
        async function* record(): AsyncGenerator<Uint8Array, void, void> {
          for await (const chunk of sent) {
            captured?.add(elapsed(), chunk);
            yield chunk;
          }
        }
        return Readable.from(record(), { objectMode: false });
      },
    };
  }
}
