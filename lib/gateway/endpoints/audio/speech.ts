/** `POST /v1/audio/speech`, end to end (wire-formats §11.3). */
import { writeWaveHead } from "#lib/canonical/wave-file.ts";
import { type SpeechRequest, speechRequest } from "#lib/contract/openai-audio/wire.ts";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import { requireNoLoss } from "#lib/gateway/lanes/dropped-fields.ts";
import { requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import { relay } from "#lib/gateway/lanes/relay.ts";
import { relayBytes } from "#lib/gateway/lanes/relay-bytes.ts";
import { replaceModel } from "#lib/gateway/lanes/replace-model.ts";
import { type PlainContext, runPlainCall } from "#lib/gateway/lanes/run-plain-call.ts";
import { UnsentRequest } from "#lib/gateway/lanes/unsent-request.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { validate } from "#lib/http/validate.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { AUDIO_EVENTS, audioDialect } from "./audio-dialect.ts";
import { type AudioLane, findAudioLane } from "./find-audio-lane.ts";
import { fetchGeminiSpeech } from "./gemini-speech.ts";
import { type MadeSpeech, writeSpeechEvents } from "./speech-events.ts";

const ROUTE = "/v1/audio/speech";
/** Formats that need no encoder: every other one becomes `wav`. */
const PLAIN_FORMATS: readonly (string | null | undefined)[] = ["wav", "pcm", null, undefined];
/** Voices belong to their vendor: one of the sandbox takes any name. */
const KNOWN = ["model", "input", "voice", "response_format", "stream_format"];

/** @throws GatewayError 400, 413, 415 for an invalid request, and all errors of its lane */
export async function handleSpeech(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const { value, text, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  const wire = validate(speechRequest, value);
  const characters = wire.input.length;
  log.characters = characters;
  log.stream = wire.stream_format === "sse";
  return runPlainCall(context, {
    name: wire.model,
    wire,
    units: { characters },
    requireAble: (resolved) => void findAudioLane(resolved, "speech", ROUTE),
    listLosses: (resolved) => listLosses(wire, findAudioLane(resolved, "speech", ROUTE)),
    run: (plain, resolved) => runSpeech(plain, resolved, { wire, bodyText: text }),
    expect: async () => ({ inputTokens: countTokens(wire.input), outputTokens: null, characters }),
  });
}

/** Names the fields that a model would not get. */
function listLosses(wire: SpeechRequest, lane: AudioLane): string[] {
  if (lane.kind === "relay") return [];
  const own = lane.kind === "sandbox" ? ["speed"] : ["instructions"];
  const supported = new Set([...KNOWN, ...own]);
  const isSet = (value: unknown) => value !== undefined && value !== null;
  const lost = Object.entries(wire).flatMap(([name, value]) => (supported.has(name) || !isSet(value) ? [] : [name]));
  return PLAIN_FORMATS.includes(wire.response_format) ? lost : [...lost, "response_format"];
}

type ReceivedSpeech = { wire: SpeechRequest; bodyText: string };

async function runSpeech(
  context: PlainContext,
  resolved: ResolvedModel,
  received: ReceivedSpeech,
): Promise<EndpointResponse> {
  const { log } = context;
  const { wire } = received;
  const lane = findAudioLane(resolved, "speech", ROUTE);
  log.lane = lane.kind;
  if (lane.kind === "relay") return relaySpeech(context, { ...received, ...lane, model: resolved.model });
  log.dropped = listLosses(wire, lane);
  requireNoLoss(context);
  if (lane.kind === "translate") {
    const speech = await fetchGeminiSpeech(context, { wire, upstream: lane.upstream, model: resolved.model });
    return respondWithSpeech(context, { wire, speech });
  }
  if (log.dryRun) throw new UnsentRequest();
  const { input, voice, speed } = wire;
  const name = typeof voice === "string" ? voice : voice.id;
  const spoken = await lane.builtIn.audio.speak({ text: input, voice: name, speed: speed ?? 1 });
  const inputTokens = countTokens(input);
  const usage = { inputTokens, outputTokens: 0 };
  return respondWithSpeech(context, {
    wire,
    speech: {
      ...{ usage, sampleRate: spoken.sampleRate, bytes: spoken.bytes },
      notes: { ISFT: "Parlance sandbox", ICMT: input },
      samples: () => spoken.samples(context.request.client.signal),
    },
  });
}

function relaySpeech(
  context: PlainContext,
  {
    wire,
    bodyText,
    upstream,
    headersOf,
    model,
  }: ReceivedSpeech & Extract<AudioLane, { kind: "relay" }> & { model: string },
): Promise<EndpointResponse> {
  const sent =
    wire.stream_format === "sse"
      ? relay(
          { ...context, dialect: { ...audioDialect, headersOf }, wire: { model: wire.model, stream: true }, bodyText },
          upstream,
          { model },
        )
      : relayBytes(context, upstream, {
          ...{ dialect: audioDialect.id, headersOf, readError: audioDialect.readError, expected: "audio" as const },
          request: {
            method: "POST",
            path: audioDialect.writeUpstreamPath({ model, stream: false }),
            body: replaceModel(bodyText, wire.model, model),
          },
        });
  return requireRoute(sent, { upstream, route: ROUTE, model });
}

function respondWithSpeech(
  { log }: PlainContext,
  { wire, speech }: { wire: SpeechRequest; speech: MadeSpeech },
): EndpointResponse {
  log.usage = speech.usage;
  const isRaw = wire.response_format === "pcm";
  const head = isRaw ? undefined : writeWaveHead(speech, speech.notes);
  const headers = writeLaneHeaders(log);
  if (wire.stream_format === "sse") {
    return {
      status: 200,
      headers: { ...EVENT_STREAM_HEADERS, ...headers },
      body: writeSpeechEvents(speech, head),
      events: AUDIO_EVENTS,
    };
  }
  async function* write(): AsyncGenerator<Uint8Array, void, void> {
    if (head) yield head;
    yield* speech.samples();
  }
  const type = isRaw ? `audio/pcm;rate=${speech.sampleRate}` : "audio/wav";
  const length = String(speech.bytes + (head?.length ?? 0));
  return { status: 200, headers: { "content-type": type, "content-length": length, ...headers }, body: write() };
}
