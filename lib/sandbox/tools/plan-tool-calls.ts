/** Plans the tool calls for a user's message, with their arguments. */
import type { Call, Tool } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { errors } from "#lib/http/errors.ts";
import type { Conversation, ToolOutcome } from "../conversation.ts";
import { hash } from "../random.ts";
import type { DraftBlock } from "../responses/draft.ts";
import { fillSchema } from "../schemas/fill-schema.ts";
import { spacedName } from "../text/field-candidates.ts";
import { findMentions, type Mentions } from "../text/mentions.ts";
import { type RankedTool, rankTools, type UsableTool } from "./rank-tools.ts";

type ToolCall = Extract<DraftBlock, { type: "tool-call" }>;

export type ToolPlan = { blocks: DraftBlock[]; reasoning: string[] };

type PlanOptions = { call: Call; conversation: Conversation; seed: number; signal: AbortSignal };

/** A tool that the request asks for, and what its arguments lack. */
type Incomplete = { tool: UsableTool; missing: string[] };

/**
 * Returns undefined when the response should be text: no tool fits, none is allowed, or all wanted ones were called.
 * Unless a call is required, every argument is from the user's words; the plan is a question when one is missing.
 */
export async function planToolCalls({ call, conversation, seed, signal }: PlanOptions): Promise<ToolPlan | undefined> {
  const choice = call.toolChoice ?? { mode: "auto" };
  const tools = allowedTools(call);
  if (tools.length === 0 || choice.mode === "none") return undefined;
  const isForced =
    choice.mode === "required" || choice.mode === "tool" || (choice.mode === "allowed" && choice.require);
  const clauses = clausesOf(conversation.question);
  const ranked = clauses.map((clause) => ({ clause, best: rankTools(tools, findMentions(clause))[0] }));
  const whole = rankTools(tools, findMentions(conversation.question));
  const fitting = distinct(ranked.flatMap(({ best }) => (best?.fits ? [best.tool] : [])));
  const wanted = fitting.length > 0 ? fitting : whole[0] && (isForced || whole[0].fits) ? [whole[0].tool] : [];
  const planned: ToolCall[] = [];
  const incomplete: Incomplete[] = [];
  for (const tool of wanted) {
    // With several tools each takes its values from its own part of the sentence.
    const own = ranked.filter(({ best }) => best?.fits && best.tool === tool).map(({ clause }) => clause);
    const text = wanted.length > 1 && own.length > 0 ? own.join(" and ") : conversation.question;
    const { calls, missing } = await callsOf({ tool, text, seed, index: call.tools?.indexOf(tool) ?? 0, signal });
    if (isForced || missing.length === 0) planned.push(...calls);
    else incomplete.push({ tool, missing });
  }
  const due = isForced && conversation.endsInToolResult ? planned : withoutCalled(planned, conversation.outcomes);
  const blocks = call.parallelToolCalls === false ? due.slice(0, 1) : due;
  if (blocks.length > 0) return { blocks, reasoning: explain({ whole, blocks, isForced }) };
  const [asked] = incomplete;
  return asked && planned.length === 0 && !conversation.endsInToolResult ? askFor(asked) : undefined;
}

function askFor({ tool, missing }: Incomplete): ToolPlan {
  const names = missing.map((path) => `\`${path}\``);
  const [first = ""] = missing.map((path) => spacedName(path.replaceAll(/\[\d+\]/g, "")));
  const text = `Which ${first}? \`${tool.name}\` needs ${names.join(" and ")}, and I only call it with values from your words.`;
  return {
    blocks: [{ type: "text", text }],
    reasoning: [
      `The request asks for what ${tool.name} does, but does not say ${names.join(" and ")}.`,
      "An invented argument could do harm, so I ask.",
    ],
  };
}

function allowedTools(call: Call): UsableTool[] {
  const choice = call.toolChoice;
  const usable = (call.tools ?? []).filter((tool: Tool): tool is UsableTool => tool.kind !== "hosted");
  if (choice?.mode === "tool") {
    const named = usable.filter((tool) => tool.name === choice.name);
    if (named.length > 0) return named;
    throw errors.toolNotOffered({ name: choice.name });
  }
  if (choice?.mode === "allowed") return usable.filter((tool) => choice.names.includes(tool.name));
  return usable;
}

/** The parts of a request that may want different tools: `check the weather in Paris and email it to Ann`. */
function clausesOf(text: string): string[] {
  const clauses = text
    .split(/(?:[.;?!]\s+|,?\s+(?:and then|and|then|also|plus)\s+|\n+)/i)
    .filter((clause) => clause.trim() !== "");
  return clauses.length > 0 ? clauses : [text];
}

type CallsOptions = { tool: UsableTool; text: string; seed: number; index: number; signal: AbortSignal };

/**
 * Returns one call, or one for each of several values for a parameter that takes one, and the arguments that the words
 * do not have.
 */
async function callsOf({
  tool,
  text,
  seed,
  index,
  signal,
}: CallsOptions): Promise<{ calls: ToolCall[]; missing: string[] }> {
  const { name, kind } = tool;
  const mentions = findMentions(text);
  if (kind === "custom") {
    const [quoted] = mentions.quoted;
    return {
      calls: [{ type: "tool-call", name, kind, input: quoted ?? text }],
      missing: quoted === undefined ? ["input"] : [],
    };
  }
  if (tool.parameters === undefined) return { calls: [{ type: "tool-call", name, kind, input: "{}" }], missing: [] };
  const variants = variantsOf(tool, mentions);
  const task = {
    schema: tool.parameters,
    mentions: variants,
    seed: hash(String(seed), name),
    withOptionals: false,
    name,
  };
  const filled = await fillSchema(task, {
    field: `tools[${index}].function.parameters`,
    createError: errors.toolSchemaNotFilled,
    signal,
  });
  const inputs = distinct(filled.map(({ value }) => JSON.stringify(value)));
  return {
    calls: inputs.map((input) => ({ type: "tool-call", name, kind, input })),
    missing: distinct(filled.flatMap(({ placeholders }) => placeholders)),
  };
}

type FunctionTool = Extract<Tool, { kind: "function" }>;

const PLACE = /(city|cities|location|place|town|country|region|address)/i;
const TICKER = /(ticker|symbol)/i;
const PERSON = /(name|person|user|customer|contact|recipient|email)/i;

/** The mentions once for each value, when several were named for a parameter that takes one. */
function variantsOf(tool: FunctionTool, mentions: Mentions): Mentions[] {
  const properties =
    isRecord(tool.parameters) && isRecord(tool.parameters.properties) ? tool.parameters.properties : {};
  const takesOne = (pattern: RegExp) =>
    Object.entries(properties).filter(
      ([name, schema]) => pattern.test(name) && isRecord(schema) && schema.type !== "array",
    );
  const places = mentions.places.filter((place) => !mentions.from.includes(place) && !mentions.to.includes(place));
  const splits: [RegExp, string[], (value: string) => Partial<Mentions>][] = [
    [PLACE, places.length > 0 ? places : mentions.names, (value) => ({ places: [value], names: [value], quoted: [] })],
    [TICKER, mentions.codes, (value) => ({ codes: [value] })],
    [PERSON, mentions.emails, (value) => ({ emails: [value] })],
    [PERSON, mentions.names, (value) => ({ names: [value], places: [value] })],
  ];
  for (const [pattern, values, only] of splits) {
    if (values.length > 1 && takesOne(pattern).length === 1)
      return values.map((value) => ({ ...mentions, ...only(value) }));
  }
  return [mentions];
}

/** Removes calls that were already made since the user's message. */
function withoutCalled(planned: ToolCall[], outcomes: ToolOutcome[]): ToolCall[] {
  const made = outcomes.map(({ name, input }) => `${name} ${normalise(input)}`);
  const left = planned.filter(({ name, input }) => !made.includes(`${name} ${normalise(input)}`));
  // Arguments that the client changed count as made too: as many calls of a tool as were planned are enough.
  return left.filter(
    ({ name }) =>
      outcomes.filter((outcome) => outcome.name === name).length <
      planned.filter((block) => block.name === name).length,
  );
}

function normalise(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input));
  } catch {
    return input.trim();
  }
}

function distinct<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}

type ExplainOptions = { whole: RankedTool[]; blocks: ToolCall[]; isForced: boolean };

function explain({ whole, blocks, isForced }: ExplainOptions): string[] {
  const scores = whole
    .slice(0, 4)
    .map(
      ({ tool, score, words }) => `${tool.name} ${score.toFixed(1)}${words.length > 0 ? ` (${words.join(", ")})` : ""}`,
    );
  const chosen = distinct(blocks.map(({ name }) => name));
  return [
    `I compared the request with the ${whole.length} tool${whole.length === 1 ? "" : "s"} on offer and chose ${chosen.join(" and ")}.`,
    `Scores by shared words: ${scores.join("; ")}.`,
    isForced
      ? "tool_choice requires a call, so a call it is."
      : "tool_choice leaves it open, and the fit is good enough to call.",
    blocks.length > 1
      ? `The request names several values, so that makes ${blocks.length} calls in parallel.`
      : "The request names one set of values, so that makes one call.",
    `The arguments come from the words of the request: ${blocks.map(({ input }) => input).join(" and ")}.`,
    isForced
      ? "What the words leave open was generated under the schema, and the whole was validated against it."
      : "Every argument is from the words, and the whole was validated against the schema.",
    "No language model took part in this: it is word matching and a schema validator.",
    "When the results come back, I answer from them.",
  ];
}
