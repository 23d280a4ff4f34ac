import type { GrammarState, HighlighterCore } from "shiki/core";
import { toCodeChunks } from "./code-chunks.ts";
import { hasGrammar, loadGrammar } from "./code-language.ts";
import { createLruCache } from "./lru-cache.ts";

/**
 * Colours code off the critical path: one block at a time, one chunk of lines per idle period. Nothing of the
 * highlighter is loaded before the first block that needs it.
 */

/** A stretch of code of one kind (`keyword`, `string`, …; "" for plain), coloured by the style sheet. */
export interface CodeToken {
  text: string;
  kind: string;
}
/** Tokens of each chunk of the code, in the chunks of `toCodeChunks`; while colouring goes on, of the first ones. */
export type HighlightedCode = readonly (readonly CodeToken[])[];

export interface HighlightRequest {
  code: string;
  language: string;
  /** Called after each chunk with all that is coloured so far. */
  onProgress(highlighted: HighlightedCode): void;
}

/** Characters of code whose colours are kept. */
const cache = createLruCache<HighlightedCode>(1_000_000);
const longestHighlighted = 200_000;

const queue: HighlightRequest[] = [];
let running = false;

/** The colours of code that was highlighted before. */
export function cachedHighlight(code: string, language: string): HighlightedCode | undefined {
  return cache.get(cacheKey(code, language));
}

/** Queues code for colouring; code in a language without grammar stays plain. Returns how to give up on it. */
export function requestHighlight(request: HighlightRequest): () => void {
  if (!hasGrammar(request.language) || request.code.length > longestHighlighted) return () => {};
  queue.push(request);
  if (!running) void runQueue();
  return () => {
    const index = queue.indexOf(request);
    if (index >= 0) queue.splice(index, 1);
  };
}

async function runQueue() {
  running = true;
  for (let request = queue[0]; request; request = queue[0]) {
    // A failed fetch of a grammar leaves the code plain; the next block in that language tries again.
    await highlight(request).catch(() => {});
    if (queue[0] === request) queue.shift();
  }
  running = false;
}

async function highlight(request: HighlightRequest) {
  const { code, language, onProgress } = request;
  const isWanted = () => queue[0] === request;
  let highlighted: HighlightedCode = cachedHighlight(code, language) ?? [];
  if (highlighted.length > 0) return onProgress(highlighted);

  const { highlighter, grammar } = await highlighterFor(language);
  let grammarState: GrammarState | undefined;
  for (const chunk of toCodeChunks(code)) {
    await idle();
    if (!isWanted()) return;
    const lines = highlighter.codeToTokensBase(chunk, {
      lang: grammar,
      theme: themeName,
      grammarState,
      tokenizeMaxLineLength: 1_000,
    });
    grammarState = highlighter.getLastGrammarState(lines);
    highlighted = [...highlighted, mergeTokens(lines)];
    onProgress(highlighted);
  }
  cache.set(cacheKey(code, language), highlighted, code.length);
}

function cacheKey(code: string, language: string): string {
  return `${language}\n${code}`;
}

/** Neighbours of one kind become one token, and lines are joined: fewer elements, and exactly the text of the code. */
function mergeTokens(lines: { content: string; color?: string }[][]): CodeToken[] {
  const merged: CodeToken[] = [];
  for (const [index, line] of lines.entries()) {
    for (const { content, color } of index > 0 ? [{ content: "\n", color: undefined }, ...line] : line) {
      const last = merged.at(-1);
      const kind = content.trim() === "" ? (last?.kind ?? "") : kindOf(color);
      if (last?.kind === kind) last.text += content;
      else merged.push({ text: content, kind });
    }
  }
  return merged;
}

function kindOf(color: string | undefined): string {
  return /^var\(--code-token-([a-z-]+)\)$/.exec(color ?? "")?.[1] ?? "";
}

const themeName = "by-kind";
let loading: Promise<HighlighterCore> | undefined;

async function highlighterFor(language: string): Promise<{ highlighter: HighlighterCore; grammar: string }> {
  loading ??= createHighlighter().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const [highlighter, grammars] = await Promise.all([loading, loadGrammar(language)]);
  // The grammars that a language embeds come before its own.
  const grammar = grammars.at(-1)?.name ?? "text";
  if (!highlighter.getLoadedLanguages().includes(grammar)) await highlighter.loadLanguage(grammars);
  return { highlighter, grammar };
}

async function createHighlighter(): Promise<HighlighterCore> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  // One pass gives kinds rather than the colours of one theme; light and dark are two sets of CSS variables.
  const theme = createCssVariablesTheme({ name: themeName, variablePrefix: "--code-", fontStyle: false });
  return createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 50);
  });
}
