/** AttemptObserver: follows each sending of a request to an upstream, retries included. */
import type { Part } from "#lib/canonical/part.ts";

import type { ResponseHeaders } from "./receiver.ts";

export type AttemptObserver = {
  /** Called before each sending. */
  begin(): ObservedAttempt;
};

export type ObservedAttempt = {
  /** Headers to send beside those of the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the status of the response that is passed on. */
  responded(status: number): void;
  /** Called with each chunk of that response. */
  received(chunk: Uint8Array): void;
  /** Called with the head of a refusal after which the request may be sent again. */
  refused?(status: number, headers: ResponseHeaders): void;
  /** Called with each chunk of that refusal that is read, and without one at its end. */
  discarded?(chunk?: Uint8Array): void;
  /** Called with each Part of a response that comes as Parts and not as bytes. */
  addPart(part: Part): void;
  /** Called at the end of the response, or with a failure; only the first call counts. */
  end(failure?: AttemptFailure): void;
};

/** Status of a refused request, or the name of an error without a response. */
export type AttemptFailure = { status: number } | { error: string };

/** Returns one observer for two; undefined when neither observes. */
export function joinObservers(
  first: AttemptObserver | undefined,
  second: AttemptObserver | undefined,
): AttemptObserver | undefined {
  if (!first || !second) return first ?? second;
  return {
    begin() {
      const both = [first.begin(), second.begin()];
      return {
        headers: { ...both[0]?.headers, ...both[1]?.headers },
        responded: (status) => both.forEach((attempt) => void attempt.responded(status)),
        received: (chunk) => both.forEach((attempt) => void attempt.received(chunk)),
        refused: (status, headers) => both.forEach((attempt) => void attempt.refused?.(status, headers)),
        discarded: (chunk) => both.forEach((attempt) => void attempt.discarded?.(chunk)),
        addPart: (part) => both.forEach((attempt) => void attempt.addPart(part)),
        end: (failure) => both.forEach((attempt) => void attempt.end(failure)),
      };
    },
  };
}

/** Passes Parts on while the attempt follows them to their end. */
export async function* observeParts(parts: AsyncIterable<Part>, attempt: ObservedAttempt): AsyncGenerator<Part> {
  let failure: AttemptFailure | undefined = { error: "cancelled" };
  try {
    for await (const part of parts) {
      attempt.addPart(part);
      yield part;
    }
    failure = undefined;
  } catch (error) {
    failure = { error: (error as { code?: string }).code ?? "error" };
    throw error;
  } finally {
    attempt.end(failure);
  }
}
