/** Reads a request of `/v1/videos` into a VideoCall and checks it by its model's rules (wire-formats §6.1). */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import type { VideoFields } from "#lib/contract/openai-videos/wire.ts";
import { errors } from "#lib/http/errors.ts";

/** Fields of a call except the model, which config resolves, and the images, which are read separately. */
type VideoCallFields = Pick<VideoCall, "prompt" | "seconds" | "size" | "count" | "extra">;

/**
 * @param rules of the model, with the defaults for absent fields; none for an upstream's own model
 * @throws GatewayError 400 that names the field, the model and the accepted values
 */
export function readVideoRequest(wire: VideoFields, rules: VideoModelRules | undefined): VideoCallFields {
  const { prompt, model: _, seconds: askedSeconds, size: askedSize, input_reference: __, ...extra } = wire;
  const seconds = (askedSeconds ?? undefined) === undefined ? rules?.defaultSeconds : String(askedSeconds);
  const size = askedSize ?? rules?.defaultSize;
  if (rules) {
    checkPrompt(prompt, rules);
    checkValue({ field: "seconds", value: seconds, taken: rules.seconds, model: rules.name });
    checkValue({ field: "size", value: size, taken: rules.sizes, model: rules.name });
  }
  return {
    prompt,
    ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    ...(size === undefined ? {} : { size: parseVideoSize(size) }),
    count: 1,
    extra,
  };
}

function checkPrompt(prompt: string, { name, longestPrompt }: VideoModelRules): void {
  if (prompt.length <= longestPrompt) return;
  throw errors.promptTooLong({ model: name, limit: longestPrompt, got: prompt.length });
}

function checkValue({
  field,
  value,
  taken,
  model,
}: {
  field: string;
  value: string | undefined;
  taken: readonly string[];
  model: string;
}): void {
  if (value === undefined || taken.includes(value)) return;
  throw errors.videoValueNotTaken({ param: field, model, values: taken, got: value });
}

/** @param size `<width>x<height>`, checked */
function parseVideoSize(size: string): { width: number; height: number } {
  const [width, height] = size.split("x").map(Number);
  return { width: width ?? 0, height: height ?? 0 };
}
