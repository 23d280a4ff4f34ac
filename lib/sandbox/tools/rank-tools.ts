/**
 * Ranks tools by what a request asks for. A tool fits when the request names its object and, in its main verb, what the
 * tool does; tools that change something need their own verb. An agent's user would not forgive a guess.
 */
import type { Tool } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { spacedName } from "../text/field-candidates.ts";
import type { Mentions } from "../text/mentions.ts";
import { stemmedWords } from "../text/words.ts";
import { isNamed, isToolVerb, readToolName } from "./tool-words.ts";

export type UsableTool = Exclude<Tool, { kind: "hosted" }>;

export type RankedTool = {
  tool: UsableTool;
  score: number;
  /** Words of the tool's name that the request has. */
  words: string[];
  /** True when the match is good enough to call the tool without being told to. */
  fits: boolean;
};

/** Questions about how to do something ask for words, not for a call. */
const ASKS_HOW =
  /^(?:please |hey |so |and |but |ok |tell me |show me |explain )*(?:how (?:do|can|could|should|would|to|does|did|is it possible)|why|can (?:i|we|one)|could i|should (?:i|we)|may i|do (?:i|we|you)|does|did|is it possible|explain|what(?:'s| is| are| does| do) (?:an? |the (?:difference|meaning|purpose|best way|point)|[\w.]+\?*$|[\w ]+ (?:mean|do|for)\?*$)|what if|when should|who are|tell me about|is there (?:an?|any) )\b/i;
const ASKS_FOR_INFORMATION =
  /^(?:what|which|who|when|where|how (?:warm|cold|hot|much|many|is|are|was|windy|far|long|old|tall|late)|is|are|will|was|does it)\b/i;
const POLITE =
  /^(?:(?:please|hey|hi|hello|ok|okay|so|and|now|then|also|first|next|can you|could you|would you|will you|i want you to|i need you to|i(?: would|'d) like you to|i want to|let's|let us|just|quickly|go ahead and)[ ,]+)+/i;

const NAMESPACES = /^(?:git|github|gitlab|slack|jira|notion|google|aws|docker|kubernetes|npm|db)$/;

const NAMED = 20;
const EACH_OBJECT = 3;
const SHOWN_OBJECT = 2;
const OWN_VERB = 4;
const DESCRIPTION = 0.1;

/** Returns the best tool first; tools of the same score keep their order. */
export function rankTools(tools: UsableTool[], mentions: Mentions): RankedTool[] {
  const request = mentions.text.replace(POLITE, "").trim();
  // Quoted text is a value, not a word of the request.
  const said = new Set(stemmedWords(request.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, " ")));
  const verb =
    /^[\p{L}'-]+/u
      .exec(request)?.[0]
      ?.toLowerCase()
      .replace(/['’]s$/, "") ?? "";
  const asksHow =
    ASKS_HOW.test(mentions.text.replace(POLITE, "")) && !ASKS_FOR_INFORMATION.test(request.replace(/^what\b.*/i, ""));
  const ranked = tools.map((tool) => rank(tool, { mentions, request, said, verb, asksHow }));
  ranked.sort((left, right) => Number(right.fits) - Number(left.fits) || right.score - left.score);
  const [first, second] = ranked.filter(({ fits }) => fits);
  // Two that fit alike: neither is what was asked for.
  if (first && second && first.score - second.score < 1) return ranked.map((entry) => ({ ...entry, fits: false }));
  return ranked;
}

type Request = { mentions: Mentions; request: string; said: Set<string>; verb: string; asksHow: boolean };

function rank(tool: UsableTool, { mentions, request, said, verb, asksHow }: Request): RankedTool {
  const name = readToolName(spacedName(tool.name).split(/\s+/), { name: tool.name, required: requiredOf(tool) });
  const named = name.objects.filter((object) => isNamed(object, said) || isShown(object, mentions));
  const hasVerb = name.sayings.has(verb);
  const isWritten = /[_\d-]|[a-z][A-Z]/.test(tool.name) && mentions.text.includes(tool.name);
  const ownVerb = name.verbs.includes(verb) || (name.verbs.length === 0 && name.sayings.has(verb));
  // `commit` is enough for `git_commit`; `status` is not for `git_status`.
  const needed = ownVerb ? name.objects.filter((object) => !NAMESPACES.test(object)) : name.objects;
  const hasObjects = needed.every((object) => named.includes(object));
  const shown = named.filter((object) => isShown(object, mentions)).length;
  const shared = stemmedWords(tool.description ?? "").filter((word) => said.has(word)).length;
  const score =
    (isWritten ? NAMED : 0) +
    named.length * EACH_OBJECT +
    shown * SHOWN_OBJECT +
    (ownVerb ? OWN_VERB : hasVerb ? OWN_VERB / 2 : 0) +
    Math.min(shared, 5) * DESCRIPTION;
  const asksFor =
    hasVerb || ASKS_FOR_INFORMATION.test(request) || (!isToolVerb(verb) && startsWithObject(request, name.objects));
  const reads = name.objects.length > 0 ? (hasObjects && asksFor) || isOwnDemand(ownVerb, verb) : ownVerb;
  const fits = isWritten || (name.isRisky ? hasVerb && hasObjects : reads);
  return { tool, score, words: named, fits: fits && (isWritten || !asksHow) };
}

function requiredOf(tool: UsableTool): string[] {
  const parameters = tool.kind === "function" ? tool.parameters : undefined;
  if (!isRecord(parameters) || !Array.isArray(parameters.required)) return [];
  return parameters.required.map((field) => spacedName(String(field)));
}

/** A file or a currency is shown by its name rather than called so. */
function isShown(object: string, { paths, codes }: Mentions): boolean {
  return (object === "file" && paths.length > 0) || (/^currenc(?:y|ies)$/.test(object) && codes.length > 0);
}

/** `weather in Paris`: the request begins with what the tool returns. */
function startsWithObject(request: string, objects: string[]): boolean {
  const first = new Set(stemmedWords(request).slice(0, 2));
  return objects.some((object) => isNamed(object, first));
}

/** Verbs that say enough without their object: `search for red shoes`. */
function isOwnDemand(ownVerb: boolean, verb: string): boolean {
  return ownVerb && /^(?:search|translate|calculate|compute|convert|summari[sz]e|grep|glob)$/.test(verb);
}
