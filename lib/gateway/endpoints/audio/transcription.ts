/** `POST /v1/audio/transcriptions` and `/v1/audio/translations`, end to end (wire-formats §11.4). */
import type { Transcript } from "#lib/canonical/audio-call.ts";
import type { Usage } from "#lib/canonical/part.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import { requireNoLoss } from "#lib/gateway/lanes/dropped-fields.ts";
import { requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import { relay } from "#lib/gateway/lanes/relay.ts";
import { relayBytes } from "#lib/gateway/lanes/relay-bytes.ts";
import { type PlainContext, runPlainCall } from "#lib/gateway/lanes/run-plain-call.ts";
import { UnsentRequest } from "#lib/gateway/lanes/unsent-request.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { writeMultipart } from "#lib/http/multipart-body.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { AUDIO_EVENTS, audioDialect } from "./audio-dialect.ts";
import { type AudioLane, findAudioLane } from "./find-audio-lane.ts";
import { fetchGeminiTranscript } from "./gemini-transcript.ts";
import { type AudioForm, readAudioForm, type TranscriptionTask, writeAudioForm } from "./read-audio-form.ts";
import { writeTranscript, writeTranscriptEvents } from "./write-transcript.ts";

const KNOWN = ["model", "response_format", "stream"];

/** @throws GatewayError 400, 413 for an invalid form, and all errors of its lane */
export async function handleTranscription(context: RequestContext, task: TranscriptionTask): Promise<EndpointResponse> {
  const { services, log } = context;
  const requestFiles = services.tempFiles.open();
  log.whenFinished(() => {
    requestFiles.clear().catch((error) => services.log(`${log.id} ${String(error)}`));
  });
  const form = await readAudioForm(context, requestFiles);
  const { fields } = form;
  log.stream = fields.stream ?? false;
  const route = `/v1/audio/${task}`;
  return runPlainCall(context, {
    name: fields.model,
    wire: fields,
    requireAble: (resolved) => void findAudioLane(resolved, "transcription", route),
    listLosses: (resolved) => listLosses(form, findAudioLane(resolved, "transcription", route)),
    run: (plain, resolved) => runTranscription(plain, resolved, { form, task }),
    expect: async () => ({ inputTokens: 0, outputTokens: null }),
  });
}

/** Names the fields that a model would not get. */
function listLosses({ others }: AudioForm, { kind }: AudioLane): string[] {
  if (kind === "relay") return [];
  const supported = kind === "translate" ? [...KNOWN, "language", "prompt", "temperature"] : KNOWN;
  return others.flatMap(({ name, value }) => (supported.includes(name) || value === "" ? [] : [name]));
}

async function runTranscription(
  context: PlainContext,
  resolved: ResolvedModel,
  { form, task }: { form: AudioForm; task: TranscriptionTask },
): Promise<EndpointResponse> {
  const { log } = context;
  const lane = findAudioLane(resolved, "transcription", `/v1/audio/${task}`);
  log.lane = lane.kind;
  if (lane.kind === "relay") return relayTranscription(context, { form, task, lane, model: resolved.model });
  log.dropped = listLosses(form, lane);
  requireNoLoss(context);
  if (lane.kind === "translate") {
    requireTextOnly(form);
    const { upstream } = lane;
    return respond(
      context,
      form,
      await fetchGeminiTranscript(context, { form, task, upstream, model: resolved.model }),
    );
  }
  if (log.dryRun) throw new UnsentRequest();
  const transcript = await lane.builtIn.audio.transcribe(form.file);
  const usage = { inputTokens: 0, outputTokens: countTokens(transcript.text) };
  return respond(context, form, { ...transcript, usage });
}

/** A model that answers with text knows no times. @throws GatewayError 400 for a format with times or speakers */
function requireTextOnly({ fields: { response_format: format } }: AudioForm): void {
  if (!format || format === "json" || format === "text") return;
  throw errors.invalidValue({
    param: "response_format",
    rule: 'must be "json" or "text" for this model, which knows no times',
    got: JSON.stringify(format),
  });
}

function relayTranscription(
  context: PlainContext,
  {
    form,
    task,
    lane: { upstream, headersOf },
    model,
  }: { form: AudioForm; task: TranscriptionTask; lane: Extract<AudioLane, { kind: "relay" }>; model: string },
): Promise<EndpointResponse> {
  const path = `/audio/${task}`;
  const { headers, content } = writeMultipart(writeAudioForm(form, model));
  const sent = form.fields.stream
    ? relay(
        {
          ...{ ...context, dialect: { ...audioDialect, headersOf } },
          ...{ wire: { model: form.fields.model, stream: true }, bodyText: "" },
        },
        upstream,
        { model, path, body: { headers, content } },
      )
    : relayBytes(context, upstream, {
        ...{
          dialect: audioDialect.id,
          headersOf,
          readError: audioDialect.readError,
          expected: "a transcript" as const,
        },
        readUsage: audioDialect.readReplyUsage,
        request: { method: "POST", path, headers, body: content },
      });
  return requireRoute(sent, { upstream, route: `/v1${path}`, model });
}

function respond(
  { log }: PlainContext,
  { fields }: AudioForm,
  transcript: Transcript & { usage: Usage },
): EndpointResponse {
  log.usage = transcript.usage;
  const headers = writeLaneHeaders(log);
  if (fields.stream) {
    return {
      status: 200,
      headers: { ...EVENT_STREAM_HEADERS, ...headers },
      body: writeTranscriptEvents(transcript),
      events: AUDIO_EVENTS,
    };
  }
  const written = writeTranscript(transcript, fields.response_format ?? "json");
  if (typeof written === "object") return createJsonResponse(written, headers);
  return { status: 200, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: written };
}
