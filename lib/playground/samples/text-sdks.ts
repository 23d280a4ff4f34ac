/** The official SDK of each text page's API, for the code samples. */
import type { TextPage } from "../history/history.ts";
import { GOOGLE_SDK, INTERACTIONS_SDK } from "./google-sdk.ts";
import type { SampleSdk } from "./sample-sdk.ts";

/**
 * Returns the SDK of a package whose client is a class with a base URL, in both languages; the method has one name in
 * both.
 */
function describeSdk({
  python,
  javascript,
  client,
  basePath,
  method,
}: {
  /** Name of the Python package. */
  python: string;
  javascript: string;
  client: string;
  /** Path of the base URL, after the gateway's origin. */
  basePath: string;
  method: string;
}): Pick<SampleSdk, "python" | "javascript"> {
  return {
    python: {
      imports: [`from ${python} import ${client}`],
      client: (origin, key) => `${client}(base_url="${origin}${basePath}", api_key=${key})`,
      method,
    },
    javascript: {
      imports: [`import ${client} from "${javascript}";`],
      client: (origin, key) => `new ${client}({ baseURL: "${origin}${basePath}", apiKey: ${key} })`,
      method,
    },
  };
}

const describeOpenaiSdk = (method: string) =>
  describeSdk({ python: "openai", javascript: "openai", client: "OpenAI", basePath: "/v1", method });

/** API of a sample: that of a text page, or one without a page. */
export type SampleApi = TextPage | "interactions";

export const TEXT_SDKS: Record<SampleApi, SampleSdk> = {
  chat: {
    ...describeOpenaiSdk("chat.completions.create"),
    printPython: ["for choice in event.choices:", '    print(choice.delta.content or "", end="", flush=True)'],
    printJavascript: ['process.stdout.write(event.choices[0]?.delta.content ?? "");'],
  },
  responses: {
    ...describeOpenaiSdk("responses.create"),
    printPython: ['if event.type == "response.output_text.delta":', '    print(event.delta, end="", flush=True)'],
    printJavascript: ['if (event.type === "response.output_text.delta") process.stdout.write(event.delta);'],
  },
  messages: {
    ...describeSdk({
      python: "anthropic",
      javascript: "@anthropic-ai/sdk",
      client: "Anthropic",
      // The SDK adds /v1 itself.
      basePath: "",
      method: "messages.create",
    }),
    printPython: [
      'if event.type == "content_block_delta" and event.delta.type == "text_delta":',
      '    print(event.delta.text, end="", flush=True)',
    ],
    printJavascript: [
      'if (event.type === "content_block_delta" && event.delta.type === "text_delta") {',
      "  process.stdout.write(event.delta.text);",
      "}",
    ],
  },
  "generate-content": GOOGLE_SDK,
  interactions: INTERACTIONS_SDK,
};
