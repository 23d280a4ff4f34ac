/** Reads a request of `:predictLongRunning` into a VideoCall and checks it by its model's rules (wire-formats §6.3). */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { PredictRequest } from "#lib/contract/google-operations/wire.ts";
import { errors } from "#lib/http/errors.ts";

/** Fields of a call except the model, which config resolves, and the images, which are read separately. */
type PredictCallFields = Pick<VideoCall, "prompt" | "seconds" | "size" | "count" | "seed" | "negativePrompt" | "extra">;

/** Values that a model accepts, in a form common to both video dialects. */
export type PredictRules = {
  name: string;
  sizes: readonly string[];
  seconds: readonly string[];
  defaultSeconds: string;
};

type Parameters = NonNullable<PredictRequest["parameters"]>;

/** The API's defaults (wire-formats §6.3). */
const USUAL_RATIO = "16:9";
const USUAL_SHORT_SIDE = 720;

/**
 * @param rules of the model; none for an upstream's own
 * @throws GatewayError 400 that names the field, the model and the accepted values
 */
export function readPredictRequest(wire: PredictRequest, rules: PredictRules | undefined): PredictCallFields {
  const { instances, parameters, ...body } = wire;
  const {
    prompt,
    image: _image,
    lastFrame: _last,
    referenceImages: _references,
    ...instance
  } = instances[0] ?? {
    prompt: "",
  };
  const { sampleCount, aspectRatio, durationSeconds, resolution, negativePrompt, seed, ...others } = parameters ?? {};
  const seconds = (durationSeconds ?? undefined) === undefined ? rules?.defaultSeconds : String(durationSeconds);
  const size = readSize(parameters ?? {}, rules);
  if (rules && seconds !== undefined && !rules.seconds.includes(seconds)) {
    throw errors.videoValueNotTaken({
      param: "parameters.durationSeconds",
      model: rules.name,
      values: rules.seconds,
      got: seconds,
    });
  }
  const extra = {
    ...(Object.keys(instance).length > 0 ? { instance } : {}),
    ...(Object.keys(others).length > 0 ? { parameters: others } : {}),
    ...(Object.keys(body).length > 0 ? { body } : {}),
  };
  return {
    prompt,
    ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    ...(size ? { size } : {}),
    count: sampleCount ?? 1,
    ...(typeof seed === "number" ? { seed } : {}),
    ...(negativePrompt ? { negativePrompt } : {}),
    extra,
  };
}

/** Returns the size; for a model without rules, only when the client set one of its fields. */
function readSize(
  { aspectRatio, resolution }: Parameters,
  rules: PredictRules | undefined,
): { width: number; height: number } | undefined {
  if (!rules && !aspectRatio && !resolution) return undefined;
  const size = computeSize(aspectRatio ?? USUAL_RATIO, resolution ?? undefined);
  const text = `${size.width}x${size.height}`;
  if (!rules || rules.sizes.includes(text)) return size;
  const { field, requested } = findField({ aspectRatio, resolution }, rules);
  throw errors.videoSizeNotTaken({ param: field, model: rules.name, sizes: rules.sizes, got: requested, size: text });
}

/** Returns the field to change: the one that does not fit the other's default. */
function findField({ aspectRatio, resolution }: Parameters, rules: PredictRules): { field: string; requested: string } {
  const ratio = aspectRatio ?? USUAL_RATIO;
  const usual = computeSize(ratio, undefined);
  const ratioFits = rules.sizes.includes(`${usual.width}x${usual.height}`);
  return ratioFits
    ? { field: "parameters.resolution", requested: String(resolution) }
    : { field: "parameters.aspectRatio", requested: ratio };
}

/** @param resolution the short side, or <width>x<height> */
function computeSize(ratio: string, resolution: string | undefined): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(resolution ?? "") ?? [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  const short = readShortSide(resolution);
  const [across = 16, down = 9] = ratio.split(":").map(Number);
  const roundToEven = (side: number) => Math.round(side / 2) * 2;
  return across >= down
    ? { width: roundToEven((short * across) / Math.max(1, down)), height: short }
    : { width: short, height: roundToEven((short * down) / Math.max(1, across)) };
}

function readShortSide(resolution: string | undefined): number {
  if (resolution === undefined) return USUAL_SHORT_SIDE;
  const [, lines, thousands] = /^(?:(\d+)p|(\d)k)$/i.exec(resolution) ?? [];
  if (thousands !== undefined) return thousands === "4" ? 2160 : 4320;
  return lines === undefined ? USUAL_SHORT_SIDE : Number(lines);
}
