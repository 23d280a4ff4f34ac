/** What sets the text pages apart below their components: what each sends, and how it reads the answer. */

import type { ChatSettings } from "../chat/chat-settings.ts";
import type { AnswerChoice, AnswerFile, AnswerReader } from "../conversation/answer.ts";
import type { Turn } from "../conversation/transcript.ts";
import type { TextPage } from "../history/history.ts";
import type { ParameterDefinition, ParameterValues } from "../parameters/parameter-definition.ts";
import type { ToolNotation } from "../tools/tools.ts";

export type TextDialect = {
  /** The page's path without its slash; conversations and settings are kept by it. */
  page: TextPage;
  /** What the panel shows, in its order. */
  parameters: readonly ParameterDefinition[];
  /** What the dialect calls the instructions that stand before the conversation. */
  systemLabel: string;
  /** How it writes tools; absent when the page has none. */
  tools?: ToolNotation;
  /** Settings that cannot be sent as they stand, by name, in words for the panel. */
  findProblems(settings: ChatSettings): Record<string, string>;
  /** Settings that many models refuse together, by name, in words for the panel. They can be sent. */
  findConflicts?(values: ParameterValues): Record<string, string>;
  /** @throws Error, with words for the screen, when a file of the conversation is no longer there */
  buildRequest(conversation: Conversation): Promise<TextRequest>;
  createAnswer(tools: { keepFile: KeepFile }): AnswerReader;
  /** Why the convention cannot carry a file, in words for the screen; absent where it carries all that can be attached. */
  refuseFile?(file: { mediaType: string }): string | undefined;
  /** Why the answer ended, where there is more to say than that it did. */
  describeEnding?(choice: AnswerChoice): { label: string; title: string } | undefined;
  /** The official SDK that its code samples use; absent while it has no samples. */
  sdk?: SampleSdk;
};

/** What an SDK calls things; its base URL is the gateway's origin and this path. */
export type SampleSdk = {
  python: SdkBeginning;
  javascript: SdkBeginning;
  /** What the method that sends the request is called with, by name, where that is not the body. */
  argumentsOf?: (request: TextRequest, language: "python" | "javascript") => Record<string, unknown>;
  /** Lines of a loop's body that print the text of `event`. */
  printPython: readonly string[];
  printJavascript: readonly string[];
};

export type SdkBeginning = {
  /** Lines that fetch the package. */
  imports: readonly string[];
  /** What makes the client. @param key the expression that reads the key */
  client: (origin: string, key: string) => string;
  /** The method that sends the request, after `client.`. */
  method: string;
};

/** A POST of JSON; the answer is a stream of server-sent events. */
export type TextRequest = {
  path: string;
  /** Beside those that every request has. */
  headers?: Record<string, string>;
  body: Record<string, unknown>;
};

/** The request as the wire view begins it. */
export function headOf({ path, headers = {} }: TextRequest): string {
  const all = { "content-type": "application/json", ...headers };
  return [`POST ${path}`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)].join("\n");
}

export type Conversation = {
  model: string;
  settings: ChatSettings;
  /** Up to and without the answer asked for. */
  turns: readonly Turn[];
  /** A file as `data:<type>;base64,…`; rejects when its bytes are gone. */
  readDataUrl: (file: FileReference) => Promise<string>;
};

export type FileReference = { sha256?: string; bytes?: Blob; name: string; mediaType: string };

/** Stores a file's bytes and adds to it what is known of it then; never rejects. */
export type KeepFile = (file: AnswerFile) => Promise<void>;
