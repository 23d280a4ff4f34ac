/** Creates the service that records requests: their bodies go to a worker, and from there to the store. */
import type { Log } from "#lib/gateway/request/log.ts";
import type { RecordedRequest, Recordings } from "#lib/gateway/request/recordings.ts";
import { SECRET_PATTERNS } from "#lib/http/secret-patterns.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import { createRecordPacker } from "#lib/records/record-packer.ts";
import type { Store } from "#lib/store/store.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import type { CaptureBudget } from "./body-capture.ts";
import { RequestRecorder } from "./request-recorder.ts";

/** A client that leaves is no failure. */
const LEFT = 499;

export function createRecordings({
  store,
  redact,
  log,
}: {
  store: Pick<Store, "requestRecords">;
  /** Redactor of the secrets of the process. */
  redact: Pick<Redact, "pattern">;
  log: Log;
}): Recordings {
  const packer = createRecordPacker();
  const budget: CaptureBudget = { used: 0 };
  const pending = new Map<Promise<void>, RecordedRequest>();
  let hasFailed = false;

  async function keep(recorder: RequestRecorder, keyId: string): Promise<void> {
    const record = recorder.read();
    const bytes = recorder.size;
    try {
      const payload = await packer.pack({ record, secrets: redact.pattern(), patterns: SECRET_PATTERNS }, { bytes });
      const { id, time } = record;
      store.requestRecords.append({ id, time, keyId, bytes: payload.length, payload });
      hasFailed = false;
    } catch (error) {
      // One line for a series of failures.
      if (!hasFailed) log(`Bodies of a request could not be recorded: ${describeReason(error)}`, { level: "warn" });
      hasFailed = true;
    } finally {
      recorder.release();
    }
  }

  function track(work: Promise<void>, request: RecordedRequest): void {
    pending.set(work, request);
    void work.finally(() => pending.delete(work));
  }

  return {
    begin(bodies, { request, principal: { keyId }, log: entry }) {
      return new RequestRecorder(
        { request, log: entry },
        {
          budget,
          onEnd(recorder) {
            const { status = 0 } = recorder.outcome ?? {};
            const isWanted = bodies === "all" || (status >= 400 && status !== LEFT);
            if (isWanted && entry.logged) track(keep(recorder, keyId), { id: entry.id, keyId });
            else recorder.release();
          },
        },
      );
    },
    readPending: () => [...pending.values()],
    async settle() {
      await Promise.all(pending.keys());
    },
    async close() {
      await Promise.all(pending.keys());
      await packer.close();
    },
  };
}
