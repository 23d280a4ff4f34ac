/** Models of the videos page: the specification's own name, and upstreams' models that make videos. */
import { VIDEO_MODELS } from "#lib/contract/openai-videos/model-rules.ts";
import type { Model } from "#lib/playground/models/models.ts";

/** Words in names of video models. Upstreams' model lists do not say which models make videos. */
const MAKES_VIDEOS = /video|veo|sora|kling|wan-?\d|hailuo|seedance/i;

/** @param catalogue the gateway's model list; undefined until it is known */
export function listVideoModels(catalogue: readonly Model[] | undefined): Model[] {
  const own = Object.values(VIDEO_MODELS).map(({ name, seconds, sizes }) => ({
    id: name,
    name,
    upstream: "alias",
    description: `${seconds.join(", ")} seconds · ${sizes.join(", ")} · from text, an image, or another video`,
  }));
  const names = new Set<string>(own.map(({ id }) => id));
  if (!catalogue) return own;
  const listed = new Set(catalogue.map(({ id }) => id));
  const others = catalogue.filter(({ id }) => MAKES_VIDEOS.test(id) && !names.has(id.slice(id.lastIndexOf("/") + 1)));
  return [...own.filter(({ id }) => listed.has(id)), ...others];
}
