/** CapturedAnswer: a response that is being recorded. */
import type { CapturedRecord } from "#lib/records/captured-record.ts";
import { redactHeaders } from "#lib/upstreams/redact-headers.ts";
import { BodyCapture, type CaptureBudget } from "./body-capture.ts";

export class CapturedAnswer {
  readonly body: BodyCapture;
  /** True for a body that came to its end, false for one that was cut; undefined while it goes on. */
  isComplete: boolean | undefined;
  private readonly status: number;
  private readonly headers: Record<string, string>;

  constructor(
    { status, headers }: { status: number; headers: Parameters<typeof redactHeaders>[0] },
    budget: CaptureBudget,
  ) {
    this.status = status;
    this.headers = redactHeaders(headers);
    this.body = new BodyCapture(budget, headers["content-encoding"] ? undefined : headers["content-type"]);
  }

  read(): NonNullable<CapturedRecord["response"]> {
    const { status, headers, isComplete } = this;
    const { body } = readCapture(this.body);
    return { status, headers, ...(body && { body }), complete: isComplete === true && !body?.isTooLong };
  }
}

/** Returns an empty object for a message without a body. */
export function readCapture(capture: BodyCapture): { body?: ReturnType<BodyCapture["read"]> } {
  const body = capture.read();
  return body.bytes === 0 ? {} : { body };
}
