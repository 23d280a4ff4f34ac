/** Names of provider marks in `public/provider-marks.svg`, by the id of the provider or of its preset. */

/** The values are file names of the package that `scripts/provider-marks.ts` reads. */
export const PROVIDER_MARKS: Readonly<Record<string, string>> = {
  openai: "openai",
  anthropic: "anthropic",
  claude: "anthropic",
  gemini: "gemini",
  google: "gemini",
  ollama: "ollama",
  "lm-studio": "lmstudio",
  lmstudio: "lmstudio",
  vllm: "vllm",
  openrouter: "openrouter",
  groq: "groq",
  mistral: "mistral",
  deepseek: "deepseek",
  xai: "xai",
  azure: "azure",
  bedrock: "bedrock",
  cerebras: "cerebras",
  cohere: "cohere",
  fireworks: "fireworks",
  nvidia: "nvidia",
  perplexity: "perplexity",
  together: "together",
};

/** Returns the mark's id in the file; undefined for a provider without one. */
export function findProviderMark(provider: string): string | undefined {
  return Object.hasOwn(PROVIDER_MARKS, provider) ? PROVIDER_MARKS[provider] : undefined;
}
