/** Models of the images page: the specification's own names, and upstreams' models that make images. */
import { IMAGE_MODELS, type ImageModelRules } from "#lib/contract/openai-images/model-rules.ts";
import type { Model } from "#lib/playground/models/models.ts";

/** Words in names of image models. Upstreams' model lists do not say which models make images. */
const MAKES_IMAGES = /image|imagen|dall-?e|flux|diffusion/i;

/** @param catalogue the gateway's model list; undefined until it is known */
export function listImageModels(catalogue: readonly Model[] | undefined): Model[] {
  const own = Object.values(IMAGE_MODELS).map((rules) => ({
    id: rules.name,
    name: rules.name,
    upstream: "alias",
    description: describeRules(rules),
  }));
  const names = new Set<string>(own.map(({ id }) => id));
  if (!catalogue) return own;
  const listed = new Set(catalogue.map(({ id }) => id));
  const others = catalogue.filter(
    ({ id, capabilities }) =>
      (capabilities?.images ?? MAKES_IMAGES.test(id)) && !names.has(id.slice(id.lastIndexOf("/") + 1)),
  );
  return [...own.filter(({ id }) => listed.has(id)), ...others];
}

function describeRules({ operations }: ImageModelRules): string {
  const { generate, edit } = operations;
  const sizes = generate?.fields.size;
  const count = generate?.fields.n;
  return [
    edit
      ? `Generates and edits${edit.sources ? `, ${edit.sources.maximum === 1 ? "one input image" : `up to ${edit.sources.maximum} sources`}` : ""}`
      : "Generates",
    ...(generate?.fields.stream ? ["live previews"] : []),
    ...(count && "maximum" in count && count.maximum > 1 ? [`up to ${count.maximum} images`] : []),
    ...(sizes && "values" in sizes ? [sizes.values.filter((size) => size !== "auto").join(", ")] : []),
  ].join(" · ");
}
