import { isImageModel, isVideoModel, type Model } from "./models.ts";

/** Returns the address at which a model can be tried. */
export function findPage(model: Model): string {
  const query = `?model=${encodeURIComponent(model.id)}`;
  if (isImageModel(model)) return `/images${query}`;
  if (model.capabilities?.embeddings) return "/docs/embeddings";
  if (model.capabilities?.speech || model.capabilities?.transcription) return "/docs/audio";
  return isVideoModel(model) ? `/videos${query}` : `/chat${query}`;
}
