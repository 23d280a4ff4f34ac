/**
 * Call: the canonical request. A dialect reads its request body into a Call and writes a Call as its request body.
 * A field that the client did not set is absent: nothing here has a default.
 */
import type { FileData, ToolKind } from "./part.ts";
import type { VendorData } from "./vendor-data.ts";

export type TextContent = { type: "text"; text: string; vendor?: VendorData };

/** An image, audio clip or document. `mediaType` may be a family ("image/*") when the request has no exact type. */
export type FileContent = {
  type: "file";
  mediaType: string;
  data: FileData;
  filename?: string;
  /** Level of detail at which the model reads an image. */
  detail?: string;
  vendor?: VendorData;
};

export type RefusalContent = { type: "refusal"; text: string; vendor?: VendorData };
export type ReasoningContent = { type: "reasoning"; text: string; vendor?: VendorData };
export type ToolCallContent = {
  type: "tool-call";
  id: string;
  name: string;
  kind: ToolKind;
  /** Text that the model wrote: JSON for functions, free text for custom tools. The JSON may be malformed. */
  input: string;
  vendor?: VendorData;
};
export type UnknownContent = { type: "unknown"; dialect: string; value: unknown };

export type UserContent = TextContent | FileContent | UnknownContent;
export type AssistantContent =
  | TextContent
  | FileContent
  | RefusalContent
  | ReasoningContent
  | ToolCallContent
  | UnknownContent;

/** A string stays a string, so that writing gives back the form that was read. */
export type Message =
  | {
      role: "system" | "developer";
      content: string | UserContent[];
      name?: string;
      /** True for text from the API's own field for system text (`instructions`), beside the messages. */
      topLevel?: boolean;
      vendor?: VendorData;
    }
  | { role: "user"; content: string | UserContent[]; name?: string; vendor?: VendorData }
  | { role: "assistant"; content: string | AssistantContent[]; name?: string; vendor?: VendorData }
  | {
      role: "tool";
      callId: string;
      content: string | UserContent[];
      name?: string;
      isError?: boolean;
      vendor?: VendorData;
    };

/** A JSON Schema, draft 2020-12 or 7, as the client wrote it. */
export type JsonSchema = Record<string, unknown> | boolean;

export type Tool =
  | {
      kind: "function";
      name: string;
      description?: string;
      /** Absent: the tool takes no parameters. */
      parameters?: JsonSchema;
      strict?: boolean;
      vendor?: VendorData;
    }
  | { kind: "custom"; name: string; description?: string; format?: unknown; vendor?: VendorData }
  /** A tool that runs at the upstream (web search …); only its own dialect can write it. */
  | { kind: "hosted"; dialect: string; name: string; value: Record<string, unknown> };

export type ToolChoice =
  | { mode: "auto" | "none" | "required" }
  | { mode: "tool"; name: string; kind: ToolKind }
  | { mode: "allowed"; require: boolean; names: string[] };

export type OutputFormat =
  | { type: "text" }
  | { type: "json" }
  | { type: "json-schema"; name: string; schema?: JsonSchema; description?: string; strict?: boolean };

export type ReasoningEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

export type Call = {
  /** The upstream's name, without the gateway's prefix or alias. */
  model: string;
  messages: Message[];
  tools?: Tool[];
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  output?: OutputFormat;
  verbosity?: "low" | "medium" | "high";
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  seed?: number;
  stop?: string[];
  /** Number of choices to generate; absent means one. */
  choices?: number;
  logitBias?: Record<string, number>;
  /** Present when log probabilities are requested; `top` is the number of alternatives per token, 0 to 20. */
  logprobs?: { top: number };
  reasoning?: { effort?: ReasoningEffort; budgetTokens?: number };
  modalities?: string[];
  /** Aspect ratio of images that the model makes, such as `16:9`. */
  aspectRatio?: string;
  metadata?: Record<string, string>;
  user?: string;
  safetyIdentifier?: string;
  promptCacheKey?: string;
  serviceTier?: string;
  stream: boolean;
  /** Fields that only the client's dialect knows. */
  vendor?: VendorData;
  /** Dropped fields, by their names in the client's dialect; grows until the upstream request is written. */
  dropped: string[];
};
