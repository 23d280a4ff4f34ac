/** Models that answer no text call, or not for a tiny price. */
const UNFIT =
  /embed|whisper|tts|dall-e|image|audio|realtime|moderation|transcri|sora|veo|imagen|rerank|guard|search|codex|instruct|davinci|babbage|aqa|live|robotics|computer-use|deep-research|-pro\b/i;
/** Small models, cheapest names first. */
const SMALL = [
  /nano/i,
  /flash-lite/i,
  /(?<!ge)mini/i,
  /flash/i,
  /haiku/i,
  /small|tiny|lite/i,
  /\b[1-9]b\b/i,
  /instant/i,
];

/** Chooses a small text model for a test call. @param models at least one id */
export function chooseTestModel(models: readonly string[]): string {
  const fit = models.filter((model) => !UNFIT.test(model));
  for (const pattern of SMALL) {
    const found = fit.find((model) => pattern.test(model));
    if (found) return found;
  }
  return fit[0] ?? (models[0] as string);
}
