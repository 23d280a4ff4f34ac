/** Setup lines to copy that add a model to a gateway, by the page's medium. `docs/guide/providers.md` has the rest. */

export type Medium = "words" | "images" | "videos";

type KeySetup = { vendor: string; command: string };

const OPENAI: KeySetup = { vendor: "OpenAI", command: "OPENAI_API_KEY=sk-... npm start" };
const CLAUDE: KeySetup = { vendor: "Claude", command: "ANTHROPIC_API_KEY=sk-ant-... npm start" };
const GEMINI: KeySetup = { vendor: "Gemini", command: "GEMINI_API_KEY=... npm start" };

/** Vendors that need only a key in the environment. */
export const KEY_SETUPS: Record<Medium, readonly KeySetup[]> = {
  words: [OPENAI, CLAUDE, GEMINI],
  images: [OPENAI, GEMINI],
  videos: [GEMINI],
};

/** A self-hosted server, in `parlance.config.json`. */
export const CONFIG_SETUPS: Record<Medium, string> = {
  words: `{
  "upstreams": {
    "ollama": {
      "baseUrl": "http://127.0.0.1:11434/v1"
    }
  }
}`,
  images: `{
  "upstreams": {
    "local": {
      "baseUrl": "http://127.0.0.1:8188/v1",
      "dialects": ["openai-images"],
      "models": ["flux"]
    }
  }
}`,
  videos: `{
  "upstreams": {
    "studio": {
      "baseUrl": "http://127.0.0.1:8090/v1",
      "dialects": ["openai-videos"],
      "models": ["film-1"]
    }
  }
}`,
};
