/** Runs in a worker: hands out the tokens of one piece of code, a chunk for each message. */
import { type CodeTokens, tokenizeCode } from "./tokenize-code.ts";

/** With `code` begins that code and gives up any before it; without, asks for the next chunk. */
export interface HighlightQuestion {
  code?: string;
  language?: string;
}

/** The next chunk; none when the code is at its end, or `failed`. */
export interface HighlightAnswer {
  tokens?: CodeTokens;
  failed?: boolean;
}

let chunks: AsyncGenerator<CodeTokens, void> | undefined;

self.onmessage = async ({ data: { code, language = "" } }: MessageEvent<HighlightQuestion>) => {
  if (code !== undefined) chunks = tokenizeCode(code, language);
  self.postMessage(await answer());
};

async function answer(): Promise<HighlightAnswer> {
  try {
    const next = await chunks?.next();
    return { tokens: next?.value ?? undefined };
  } catch {
    return { failed: true };
  }
}
