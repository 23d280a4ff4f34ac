/** Finds the recorded response that a call names as its model. */
import type { RecordedBody, RequestRecord } from "#lib/contract/request-record.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";
import { cutChunks } from "#lib/records/recorded-chunks.ts";
import { readReplayName } from "#lib/records/replay-name.ts";
import type { CallContext } from "../call-context.ts";

export type Replay = {
  record: RequestRecord;
  status: number;
  headers: Record<string, string>;
  chunks: RecordedBody["chunks"];
  speed: number;
  /** Time by `performance.now()` from which the chunks' times count. */
  startedAt: number;
  /** False for a response that was cut when it was recorded, or is cut now. */
  isComplete: boolean;
};

/**
 * Time since the request arrived that a replay makes up for, in ms: reading the record takes part of it. After a longer
 * one, such as another target's failure, the times count from the beginning of the replay.
 */
const MOST_MADE_UP = 200;

/**
 * Returns undefined for a model that is no recorded response.
 * @throws GatewayError 404 when there is no such record for this key, 409 for one that cannot be played
 */
export async function findReplay(
  { services, principal, log }: Pick<CallContext, "services" | "principal" | "log">,
  resolved: ResolvedModel,
): Promise<Replay | undefined> {
  if (resolved.kind !== "sandbox") return undefined;
  const { builtIn, model } = resolved;
  if (!builtIn.readRecord) return undefined;
  const { speed, cut } = readReplayName(model);
  const passed = log.elapsed();
  const startedAt = performance.now() - (passed > MOST_MADE_UP ? 0 : passed);
  const record = await builtIn.readRecord(model, async (id) => {
    await services.recordings.settle();
    const keyId = principal.scopes.includes("admin") ? undefined : principal.keyId;
    const row = await services.store.requestRecords.find({ id, keyId });
    return row && unpackRecord(row.payload);
  });
  const { response } = record;
  const refuse = (reason: string) => errors.recordingNotPlayable({ model: `${builtIn.id}/${model}`, reason });
  if (!response) throw refuse("the client left before its response began");
  const { body } = response;
  if (body?.omitted === "binary") throw refuse("its body is not text");
  if (body?.media) throw refuse("it has media, of which only references are stored");
  const { chunks, isCut } = cutChunks(body?.chunks ?? [], cut);
  const { status, headers, complete } = response;
  return { record, status, headers, chunks, speed, startedAt, isComplete: complete && !isCut };
}
