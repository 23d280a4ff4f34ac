/** Finds the panel's parameter that an error is about; APIs and upstreams name a field in different ways. */

/** Request fields that have other names in the panel. */
const PANEL_NAMES: Record<string, readonly string[]> = {
  thinking: ["thinking", "budget_tokens", "display"],
  thinkingconfig: ["thinkingLevel", "thinkingBudget", "includeThoughts"],
  reasoning: ["effort", "summary"],
  outputconfig: ["format", "effort"],
  responseschema: ["responseFormat"],
  responsejsonschema: ["responseFormat"],
  responsemimetype: ["responseFormat"],
  text: ["format", "verbosity"],
  imageconfig: ["aspectRatio"],
  functioncallingconfig: ["mode"],
  allowedfunctionnames: ["mode"],
  toolconfig: ["mode"],
  maxtokens: ["max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"],
  maxcompletiontokens: ["max_completion_tokens", "max_tokens"],
};

/** Returns the set parameter that the error names; the deepest named field, which is nearest to the problem. */
export function refusedParameter(
  { param, message }: { param?: string; message: string },
  set: readonly string[],
): string | undefined {
  for (const path of [param ?? "", ...pathsIn(message)]) {
    const found = findDeepest(path, set);
    if (found) return found;
  }
  // Without quotes, only a name that is not an ordinary word.
  return set.find((name) => /[_A-Z]|^temperature$/.test(name) && new RegExp(`\\b${name}\\b`).test(message));
}

/** Finds field paths: "'generation_config.top_k'", "`top_p`", "thinking.budget_tokens: Input should be …" */
function pathsIn(message: string): string[] {
  const quoted = [...message.matchAll(/[`'"“]([\w.[\]-]+)[`'"”]/g)].map(([, path = ""]) => path);
  const [, leading = ""] = /^([a-z][\w.]*): /.exec(message) ?? [];
  return [leading, ...quoted];
}

function findDeepest(path: string, set: readonly string[]): string | undefined {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  for (const step of steps.toReversed()) {
    const plain = simplifyName(step);
    const found =
      set.find((name) => simplifyName(name) === plain) ?? PANEL_NAMES[plain]?.find((name) => set.includes(name));
    if (found) return found;
  }
  return undefined;
}

/** Normalizes a name, so that snake_case equals camelCase. */
const simplifyName = (name: string) => name.replaceAll("_", "").toLowerCase();
