/** Tokenizes one piece of code in a worker, one chunk per message. */
import { type CodeTokens, tokenizeCode } from "./tokenize-code.ts";

/** With `code`, starts on that code and drops any before it; without, requests the next chunk. */
export interface HighlightJob {
  code?: string;
  language?: string;
}

/** The next chunk; absent at the end of the code, or when `failed`. */
export interface HighlightResult {
  tokens?: CodeTokens;
  failed?: boolean;
}

let chunks: AsyncGenerator<CodeTokens, void> | undefined;

self.onmessage = async ({ data: { code, language = "" } }: MessageEvent<HighlightJob>) => {
  if (code !== undefined) chunks = tokenizeCode(code, language);
  self.postMessage(await answer());
};

async function answer(): Promise<HighlightResult> {
  try {
    const next = await chunks?.next();
    return { tokens: next?.value ?? undefined };
  } catch {
    return { failed: true };
  }
}
