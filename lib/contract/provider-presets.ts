/** Presets for connecting a provider: known services and servers, as data. */

export type ApiFormat =
  | "openai-chat"
  | "openai-responses"
  | "anthropic-messages"
  | "google-generate"
  | "google-interactions"
  | "openai-images"
  | "openai-videos"
  | "google-operations";

export type ProviderPreset = {
  /** Also the id of the upstream, unless another is chosen. */
  id: string;
  name: string;
  /** Parts in braces, such as `{resource}`, are for the person to fill in. */
  baseUrl: string;
  apiFormats: readonly ApiFormat[];
  /** `optional`: a local server usually has none. */
  key: "required" | "optional";
  /** Page on which a key is created. */
  keyUrl?: string;
  /** First characters of its keys, as a hint in the field. */
  keyPrefix?: string;
  /** Port on this machine where a local server usually listens. */
  port?: number;
};

export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  {
    id: "openai",
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    apiFormats: ["openai-chat", "openai-responses", "openai-images"],
    key: "required",
    keyUrl: "https://platform.openai.com/api-keys",
    keyPrefix: "sk-",
  },
  {
    id: "anthropic",
    name: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    apiFormats: ["anthropic-messages"],
    key: "required",
    keyUrl: "https://console.anthropic.com/settings/keys",
    keyPrefix: "sk-ant-",
  },
  {
    id: "gemini",
    name: "Google Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    apiFormats: ["google-generate", "google-interactions", "google-operations"],
    key: "required",
    keyUrl: "https://aistudio.google.com/apikey",
    keyPrefix: "AIza",
  },
  {
    id: "ollama",
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    apiFormats: ["openai-chat"],
    key: "optional",
    port: 11434,
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    baseUrl: "http://127.0.0.1:1234/v1",
    apiFormats: ["openai-chat"],
    key: "optional",
    port: 1234,
  },
  {
    id: "vllm",
    name: "vLLM",
    baseUrl: "http://127.0.0.1:8000/v1",
    apiFormats: ["openai-chat"],
    key: "optional",
    port: 8000,
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    apiFormats: ["openai-chat"],
    key: "required",
    keyUrl: "https://openrouter.ai/settings/keys",
    keyPrefix: "sk-or-",
  },
  {
    id: "groq",
    name: "Groq",
    baseUrl: "https://api.groq.com/openai/v1",
    apiFormats: ["openai-chat"],
    key: "required",
    keyUrl: "https://console.groq.com/keys",
    keyPrefix: "gsk_",
  },
  {
    id: "mistral",
    name: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    apiFormats: ["openai-chat"],
    key: "required",
    keyUrl: "https://console.mistral.ai/api-keys",
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    baseUrl: "https://api.deepseek.com/v1",
    apiFormats: ["openai-chat"],
    key: "required",
    keyUrl: "https://platform.deepseek.com/api_keys",
    keyPrefix: "sk-",
  },
  {
    id: "xai",
    name: "xAI",
    baseUrl: "https://api.x.ai/v1",
    apiFormats: ["openai-chat"],
    key: "required",
    keyUrl: "https://console.x.ai",
    keyPrefix: "xai-",
  },
  {
    id: "azure",
    name: "Azure OpenAI",
    baseUrl: "https://{resource}.openai.azure.com/openai/v1",
    apiFormats: ["openai-chat", "openai-responses"],
    key: "required",
    keyUrl: "https://portal.azure.com",
  },
  {
    id: "bedrock",
    name: "Amazon Bedrock",
    baseUrl: "https://bedrock-runtime.{region}.amazonaws.com/openai/v1",
    apiFormats: ["openai-chat"],
    key: "required",
    keyUrl: "https://console.aws.amazon.com/bedrock/home#/api-keys",
  },
];

/** Preset of any other server. */
export const CUSTOM_PRESET: ProviderPreset = {
  id: "custom",
  name: "Other server",
  baseUrl: "",
  apiFormats: ["openai-chat"],
  key: "optional",
};
