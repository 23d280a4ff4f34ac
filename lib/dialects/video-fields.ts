/** Names of the fields that an upstream of another dialect does not get, as the client wrote them. */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { VideoDialectId } from "#lib/canonical/video-provider.ts";

type Field = Exclude<keyof VideoCall, "model" | "extra">;

/** Names with prefixes such as `parameters.` follow Google's API; `/v1/videos` has no field for some of them. */
const NAMES: Record<Field, Record<VideoDialectId, string>> = {
  prompt: { "openai-videos": "prompt", "google-operations": "instances[].prompt" },
  seconds: { "openai-videos": "seconds", "google-operations": "parameters.durationSeconds" },
  size: { "openai-videos": "size", "google-operations": "parameters.resolution" },
  count: { "openai-videos": "n", "google-operations": "parameters.sampleCount" },
  seed: { "openai-videos": "seed", "google-operations": "parameters.seed" },
  negativePrompt: { "openai-videos": "negative_prompt", "google-operations": "parameters.negativePrompt" },
  image: { "openai-videos": "input_reference", "google-operations": "instances[].image" },
  lastFrame: { "openai-videos": "last_frame", "google-operations": "instances[].lastFrame" },
  referenceImages: { "openai-videos": "reference_images", "google-operations": "instances[].referenceImages" },
  remix: { "openai-videos": "remix", "google-operations": "remix" },
};

/** Returns the names of the given fields that are set in the call; `count` only when it is more than one. */
export function listSetFields(fields: readonly Field[], call: VideoCall, dialect: VideoDialectId): string[] {
  return fields.flatMap((field) => {
    const isSet = field === "count" ? call.count > 1 : call[field] !== undefined;
    return isSet ? [NAMES[field][dialect]] : [];
  });
}

/** Returns the names of fields that only the client's own API knows. */
export function listExtraFields({ extra }: VideoCall, dialect: VideoDialectId): string[] {
  if (dialect === "openai-videos") return listFields(extra, "");
  return [
    ...listFields(extra.instance, "instances[]."),
    ...listFields(extra.parameters, "parameters."),
    ...listFields(extra.body, ""),
  ];
}

function listFields(fields: unknown, place: string): string[] {
  if (typeof fields !== "object" || fields === null) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${place}${name}`],
  );
}
