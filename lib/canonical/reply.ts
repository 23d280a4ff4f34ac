/** Reply: the whole response, the fold of a stream of Parts (see collect.ts). */
import type { AssistantContent } from "./call.ts";
import type { FinishReason, TokenLogprob, Usage } from "./part.ts";
import type { VendorData } from "./vendor-data.ts";

export type Source = {
  url?: string;
  title?: string;
  /** Its place in that text, in UTF-16 units; up to, and not with, `endIndex`. */
  startIndex?: number;
  endIndex?: number;
  /** Which text of the choice it is about, counted from 0; absent: the first. */
  text?: number;
  vendor?: VendorData;
};

export type Choice = {
  /** In the order in which the blocks were opened. */
  content: AssistantContent[];
  sources?: Source[];
  logprobs?: { content?: TokenLogprob[]; refusal?: TokenLogprob[] };
  finish?: FinishReason;
  vendor?: VendorData;
};

export type Reply = {
  id?: string;
  model?: string;
  /** Unix seconds. */
  created?: number;
  choices: Choice[];
  usage?: Usage;
  /** Set when the response ended in a failure; the content before it remains. */
  error?: { status: number; message: string; code?: string };
  vendor?: VendorData;
};
