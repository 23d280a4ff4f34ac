import type { GrammarState, HighlighterCore } from "shiki/core";
import { toCodeChunks } from "./code-chunks.ts";
import { loadGrammar } from "./code-language.ts";

/** A stretch of code of one kind (`keyword`, `string`, …; "" for plain), coloured by the style sheet. */
export interface CodeToken {
  text: string;
  kind: string;
}

/** Tokens of one chunk of `toCodeChunks`; their texts joined are the chunk. */
export type CodeTokens = readonly CodeToken[];

/**
 * Tokenises code chunk by chunk. The highlighter is loaded at the first call. The first chunk of a language compiles
 * its grammar, 0.1 to 0.8 s of work, so browsers do this in a worker (highlight-worker.ts).
 */
export async function* tokenizeCode(code: string, language: string): AsyncGenerator<CodeTokens, void> {
  const { highlighter, grammar } = await loadHighlighter(language);
  let grammarState: GrammarState | undefined;
  for (const chunk of toCodeChunks(code)) {
    const lines = highlighter.codeToTokensBase(chunk, {
      lang: grammar,
      theme: themeName,
      grammarState,
      tokenizeMaxLineLength: 1_000,
      // The default limit per line is half a second, which compiling a large grammar can exceed.
      tokenizeTimeLimit: 5_000,
    });
    grammarState = highlighter.getLastGrammarState(lines);
    yield mergeTokens(lines);
  }
}

/** Merges adjacent tokens of one kind, and lines, for fewer elements; the texts joined are still the code. */
function mergeTokens(lines: { content: string; color?: string }[][]): CodeToken[] {
  const merged: CodeToken[] = [];
  for (const [index, line] of lines.entries()) {
    for (const { content, color } of index > 0 ? [{ content: "\n", color: undefined }, ...line] : line) {
      const last = merged.at(-1);
      const kind = content.trim() === "" ? (last?.kind ?? "") : getKind(color);
      if (last?.kind === kind) last.text += content;
      else merged.push({ text: content, kind });
    }
  }
  return merged;
}

function getKind(color: string | undefined): string {
  return /^var\(--code-token-([a-z-]+)\)$/.exec(color ?? "")?.[1] ?? "";
}

const themeName = "by-kind";
let loading: Promise<HighlighterCore> | undefined;

async function loadHighlighter(language: string): Promise<{ highlighter: HighlighterCore; grammar: string }> {
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
