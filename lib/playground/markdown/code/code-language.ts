import type { LanguageRegistration } from "shiki/types";

type Load = () => Promise<{ default: LanguageRegistration[] }>;

const typescript: Load = () => import("shiki/langs/typescript.mjs");
const javascript: Load = () => import("shiki/langs/javascript.mjs");
const bash: Load = () => import("shiki/langs/bash.mjs");
const python: Load = () => import("shiki/langs/python.mjs");
const rust: Load = () => import("shiki/langs/rust.mjs");
const csharp: Load = () => import("shiki/langs/csharp.mjs");
const yaml: Load = () => import("shiki/langs/yaml.mjs");
const markdown: Load = () => import("shiki/langs/markdown.mjs");
const docker: Load = () => import("shiki/langs/docker.mjs");
const cpp: Load = () => import("shiki/langs/cpp.mjs");
const json: Load = () => import("shiki/langs/json.mjs");
const html: Load = () => import("shiki/langs/html.mjs");

/** Grammars by the language names of fences. Each is its own bundle, loaded when the first such fence closes. */
const grammars = new Map<string, Load>(
  Object.entries({
    ts: typescript,
    typescript,
    tsx: () => import("shiki/langs/tsx.mjs"),
    js: javascript,
    javascript,
    mjs: javascript,
    jsx: () => import("shiki/langs/jsx.mjs"),
    json,
    jsonc: json,
    bash,
    sh: bash,
    shell: bash,
    zsh: bash,
    console: bash,
    python,
    py: python,
    go: () => import("shiki/langs/go.mjs"),
    rust,
    rs: rust,
    java: () => import("shiki/langs/java.mjs"),
    c: () => import("shiki/langs/c.mjs"),
    cpp,
    "c++": cpp,
    csharp,
    cs: csharp,
    "c#": csharp,
    html,
    xml: html,
    css: () => import("shiki/langs/css.mjs"),
    sql: () => import("shiki/langs/sql.mjs"),
    yaml,
    yml: yaml,
    toml: () => import("shiki/langs/toml.mjs"),
    markdown,
    md: markdown,
    diff: () => import("shiki/langs/diff.mjs"),
    dockerfile: docker,
    docker,
  } satisfies Record<string, Load>),
);

/** Returns true for a language whose code can be coloured. */
export function hasGrammar(language: string): boolean {
  return grammars.has(language);
}

/** Loads a language's grammar, with the grammars that it embeds. */
export async function loadGrammar(language: string): Promise<LanguageRegistration[]> {
  const module = await grammars.get(language)?.();
  return module?.default ?? [];
}
