/** Interface of a text page's API: the parameters, the requests it sends, and the reader of its responses. */

import type { ChatSettings } from "../chat/chat-settings.ts";
import type { ResponseChoice, ResponseFile, ResponseReader } from "../conversation/model-response.ts";
import type { Turn } from "../conversation/transcript.ts";
import type { TextPage } from "../history/history.ts";
import type { ParameterDefinition, ParameterValues } from "../parameters/parameter-definition.ts";
import type { ToolNotation } from "../tools/tools.ts";

export type TextDialect = {
  /** The page's path without its slash; key of its conversations and settings. */
  page: TextPage;
  /** Parameters of the panel, in order. */
  parameters: readonly ParameterDefinition[];
  /** The dialect's name for the instructions before the conversation. */
  systemLabel: string;
  /** The dialect's notation of tools; absent when the page has none. */
  tools?: ToolNotation;
  /** Problems of settings that cannot be sent, by name, as text for the panel. */
  findProblems(settings: ChatSettings): Record<string, string>;
  /** Combinations that many models refuse, by name, as text for the panel. They can be sent. */
  findConflicts?(values: ParameterValues): Record<string, string>;
  /** @throws Error, with a message for the screen, when a file of the conversation is gone */
  buildRequest(conversation: Conversation): Promise<TextRequest>;
  createResponseReader(tools: { saveFile: SaveFile }): ResponseReader;
  /** Returns why the API does not accept a file, as text for the screen; absent when it accepts all attachments. */
  refuseFile?(file: { mediaType: string }): string | undefined;
  /** Returns the reason why the response ended, unless it ended normally. */
  describeEnding?(choice: ResponseChoice): { label: string; title: string } | undefined;
};

/** A POST of JSON; the response is a stream of server-sent events. */
export type TextRequest = {
  path: string;
  /** Headers besides the ones of every request. */
  headers?: Record<string, string>;
  body: Record<string, unknown>;
};

/** Returns the request line and headers for the inspector. */
export function writeRequestHead({ path, headers = {} }: TextRequest): string {
  const all = { "content-type": "application/json", ...headers };
  return [`POST ${path}`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)].join("\n");
}

export type Conversation = {
  model: string;
  settings: ChatSettings;
  /** Turns before the requested response. */
  turns: readonly Turn[];
  /** Returns a file as `data:<type>;base64,…`; rejects when its bytes are gone. */
  readDataUrl: (file: FileReference) => Promise<string>;
};

export type FileReference = { sha256?: string; bytes?: Blob; name: string; mediaType: string };

/** Stores a file's bytes and fills in what is then known of it; never rejects. */
export type SaveFile = (file: ResponseFile) => Promise<void>;
