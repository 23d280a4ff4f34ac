/** Probes of tools: calls, in streams and in parallel, without arguments, and results. */
import type { Call, ToolCallContent } from "#lib/canonical/call.ts";
import { count, findMissingText, type Probe, type Reading } from "./probe.ts";

const WEATHER: NonNullable<Call["tools"]>[number] = {
  kind: "function",
  name: "get_weather",
  description: "The weather in a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const TIME: NonNullable<Call["tools"]>[number] = { kind: "function", name: "get_time", description: "The time" };

const IN_PARIS = [{ role: "user" as const, content: "What is the weather in Paris?" }];
const IN_TWO_CITIES = [
  { role: "user" as const, content: "What is the weather in Paris and in Rome? Call the tool once for each city." },
];

function listCalls({ reply }: Reading): ToolCallContent[] {
  return (reply.choices[0]?.content ?? []).filter((part) => part.type === "tool-call");
}

function parseInput({ input }: ToolCallContent): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input || "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Judges calls of `name`, of which there must be `least` to `most`, each with the argument `argument`. */
function judgeCalls(reading: Reading, { name = "get_weather", argument = "city", least = 1, most = 99 } = {}) {
  const calls = listCalls(reading);
  if (calls.length < least || calls.length > most) {
    const wanted = least === most ? `${least}` : most === 99 ? `${least} or more` : `${least} to ${most}`;
    return `The response has ${count(calls.length, "tool call")}; expected ${wanted}.`;
  }
  for (const call of calls) {
    if (call.name !== name) return `The tool call is of "${call.name}"; expected "${name}".`;
    const input = parseInput(call);
    if (!input) return `The arguments of the tool call are no JSON object: ${call.input.slice(0, 100)}`;
    if (argument && typeof input[argument] !== "string") return `The arguments lack \`${argument}\`: ${call.input}`;
  }
  if (new Set(calls.map(({ id }) => id)).size < calls.length) return "Several tool calls have the same id.";
  const reason = reading.reply.choices[0]?.finish?.unified;
  return reason === "tool-calls" ? undefined : `The finish reason is ${reason ?? "missing"}; expected tool calls.`;
}

const REQUIRED = { mode: "required" } as const;

export const TOOL_PROBES: readonly Probe[] = [
  {
    ask: { messages: IN_PARIS, tools: [WEATHER], toolChoice: REQUIRED },
    stream: false,
    checks: [{ name: "Tool call", judge: judgeCalls }],
  },
  {
    ask: { messages: IN_PARIS, tools: [WEATHER], toolChoice: REQUIRED },
    stream: true,
    checks: [{ name: "Tool call in streams", judge: judgeCalls }],
  },
  {
    ask: { messages: IN_TWO_CITIES, tools: [WEATHER], toolChoice: REQUIRED },
    stream: true,
    checks: [{ name: "Parallel tool calls", judge: (reading) => judgeCalls(reading, { least: 2 }) }],
  },
  {
    ask: { messages: IN_TWO_CITIES, tools: [WEATHER], toolChoice: REQUIRED, parallelToolCalls: false },
    stream: false,
    field: "parallel_tool_calls",
    checks: [{ name: "One tool call at a time", judge: (reading) => judgeCalls(reading, { most: 1 }) }],
  },
  {
    ask: {
      messages: [{ role: "user", content: "What time is it, and what is the weather in Paris?" }],
      tools: [WEATHER, TIME],
      toolChoice: { mode: "tool", name: "get_time", kind: "function" },
    },
    stream: false,
    checks: [
      { name: "Named tool, no arguments", judge: (reading) => judgeCalls(reading, { name: "get_time", argument: "" }) },
    ],
  },
  {
    ask: {
      tools: [WEATHER],
      messages: [
        ...IN_TWO_CITIES,
        {
          role: "assistant",
          content: ["Paris", "Rome"].map((city, index) => ({
            ...{ type: "tool-call" as const, id: `call_${index}`, name: "get_weather", kind: "function" as const },
            input: JSON.stringify({ city }),
          })),
        },
        { role: "tool", callId: "call_0", name: "get_weather", content: "21 °C and sunny" },
        { role: "tool", callId: "call_1", name: "get_weather", content: "No such city", isError: true },
      ],
    },
    stream: false,
    checks: [{ name: "Tool results, one failed", judge: findMissingText }],
  },
];
