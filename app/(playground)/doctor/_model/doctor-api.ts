/** Client of the gateway's doctor. All functions throw RequestFailed. */
import type { DoctorCheck, DoctorPlan, DoctorReport } from "#lib/contract/doctor.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { readErrorFrame, truncatedStream } from "#lib/playground/gateway/errors.ts";
import { callGateway, RequestFailed, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { readEventStream } from "#lib/playground/streams/chat-stream.ts";

export type DoctorDraft = {
  provider?: string;
  base_url?: string;
  api_key?: string;
  api_formats?: readonly ApiFormat[];
  model?: string;
};

export type FinishedRun = { report: DoctorReport; markdown: string };

export async function planRun(draft: DoctorDraft, signal: AbortSignal): Promise<DoctorPlan> {
  return (await requireGood(await post("/api/doctor/plan", draft, signal))).json();
}

/** Runs to the end; aborting the signal cancels the run on the gateway. */
export async function startRun(
  draft: DoctorDraft,
  { onCheck, signal }: { onCheck: (check: DoctorCheck) => void; signal: AbortSignal },
): Promise<FinishedRun> {
  const { body } = await requireGood(await post("/api/doctor", draft, signal));
  let finished: FinishedRun | undefined;
  await readEventStream(body as ReadableStream<Uint8Array>, ({ name, data }) => {
    if (name === "check") onCheck(JSON.parse(data));
    if (name === "report") finished = JSON.parse(data);
    const failure = name === "error" ? readErrorFrame(JSON.parse(data)) : undefined;
    if (failure) throw new RequestFailed(failure);
  });
  if (!finished) throw new RequestFailed(truncatedStream());
  return finished;
}

function post(path: string, draft: DoctorDraft, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return callGateway(path, { method: "POST", headers, body: JSON.stringify(draft), signal });
}
