/** AttemptObserver: follows each sending of a request to an upstream, retries included. */
import type { Part } from "#lib/canonical/part.ts";

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
  /** Called with each Part of a response that comes as Parts and not as bytes. */
  addPart(part: Part): void;
  /** Called at the end of the response, or with a failure; only the first call counts. */
  end(failure?: AttemptFailure): void;
};

/** Status of a refused request, or the name of an error without a response. */
export type AttemptFailure = { status: number } | { error: string };

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
