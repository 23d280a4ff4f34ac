/** The home page's first requests: one per official SDK and one for curl, as short as possible and ready to paste. */
import { KEY_VARIABLE, type SampleLanguage, shellQuote } from "./sample-text.ts";

export type SdkId = "openai" | "anthropic" | "google";

type Sdk = {
  id: SdkId;
  name: string;
  /** Path of the client's base URL, after the gateway's origin. */
  basePath: string;
  /** The routes that it serves, for display. */
  routes: string;
  /** Shell line that makes the SDK's client, created without arguments, call this gateway. */
  exportVariables: (origin: string, key: string) => string;
  write: Record<SampleLanguage, (origin: string) => string>;
};

const MODEL = "sandbox/guide";
const QUESTION = "What is Parlance?";

const curl = (origin: string, path: string, headers: readonly string[], body: object) =>
  [
    `curl ${origin}${path}`,
    ...[`Authorization: Bearer $${KEY_VARIABLE}`, "Content-Type: application/json", ...headers].map(
      (header) => `  -H "${header}"`,
    ),
    `  -d ${shellQuote(JSON.stringify(body, null, 2))}`,
  ].join(" \\\n");

export const SDKS: readonly Sdk[] = [
  {
    id: "openai",
    name: "OpenAI",
    basePath: "/v1",
    routes: "chat completions, responses, images, videos",
    exportVariables: (origin, key) => `export OPENAI_BASE_URL=${origin}/v1 OPENAI_API_KEY=${key}`,
    write: {
      python: (origin) => `import os
from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key=os.environ["${KEY_VARIABLE}"],
)

completion = client.chat.completions.create(
    model="${MODEL}",
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(completion.choices[0].message.content)
`,
      javascript: (origin) => `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "${origin}/v1",
  apiKey: process.env.${KEY_VARIABLE},
});

const completion = await client.chat.completions.create({
  model: "${MODEL}",
  messages: [{ role: "user", content: "${QUESTION}" }],
});
console.log(completion.choices[0].message.content);
`,
      curl: (origin) =>
        curl(origin, "/v1/chat/completions", [], {
          model: MODEL,
          messages: [{ role: "user", content: QUESTION }],
        }),
    },
  },
  {
    id: "anthropic",
    name: "Anthropic",
    basePath: "",
    routes: "messages, token counting",
    exportVariables: (origin, key) => `export ANTHROPIC_BASE_URL=${origin} ANTHROPIC_API_KEY=${key}`,
    write: {
      python: (origin) => `import os
from anthropic import Anthropic

client = Anthropic(
    base_url="${origin}",
    api_key=os.environ["${KEY_VARIABLE}"],
)

message = client.messages.create(
    model="${MODEL}",
    max_tokens=1024,
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(message.content[0].text)
`,
      javascript: (origin) => `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: "${origin}",
  apiKey: process.env.${KEY_VARIABLE},
});

const message = await client.messages.create({
  model: "${MODEL}",
  max_tokens: 1024,
  messages: [{ role: "user", content: "${QUESTION}" }],
});
console.log(message.content[0].text);
`,
      curl: (origin) =>
        curl(origin, "/v1/messages", ["anthropic-version: 2023-06-01"], {
          model: MODEL,
          max_tokens: 1024,
          messages: [{ role: "user", content: QUESTION }],
        }),
    },
  },
  {
    id: "google",
    name: "Google GenAI",
    basePath: "",
    routes: "generateContent, video operations",
    exportVariables: (origin, key) => `export GOOGLE_GEMINI_BASE_URL=${origin} GEMINI_API_KEY=${key}`,
    write: {
      python: (origin) => `import os
from google import genai

client = genai.Client(
    api_key=os.environ["${KEY_VARIABLE}"],
    http_options={"base_url": "${origin}"},
)

response = client.models.generate_content(
    model="${MODEL}",
    contents="${QUESTION}",
)
print(response.text)
`,
      javascript: (origin) => `import { GoogleGenAI } from "@google/genai";

const client = new GoogleGenAI({
  apiKey: process.env.${KEY_VARIABLE},
  httpOptions: { baseUrl: "${origin}" },
});

const response = await client.models.generateContent({
  model: "${MODEL}",
  contents: "${QUESTION}",
});
console.log(response.text);
`,
      curl: (origin) =>
        curl(origin, `/v1beta/models/${MODEL}:generateContent`, [], {
          contents: [{ role: "user", parts: [{ text: QUESTION }] }],
        }),
    },
  },
];
