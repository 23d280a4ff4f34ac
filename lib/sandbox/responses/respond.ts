/** The sandbox upstream: a canonical Call in, canonical Parts out. It uses no network and no wire format. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import { errors } from "#lib/http/errors.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";
import { readConversation } from "../conversation.ts";
import { findSandboxModel, type SandboxBehaviour, sandboxBehaviour } from "../models.ts";
import { createRandom, hash } from "../random.ts";
import { checkAttachments } from "./check-attachments.ts";
import { createTextDraft, type Draft } from "./draft.ts";
import { writeEcho } from "./echo.ts";
import { createGarbageDraft } from "./garbage.ts";
import { writeLongText } from "./long-text.ts";
import { createOutputMeter } from "./output-limits.ts";
import { createPace, wait } from "./pace.ts";
import { respondWithImages } from "./respond-with-images.ts";
import { readTokensPerSecond } from "./tokens-per-second.ts";
import { computeSeed } from "./wording.ts";
import { type Step, writeChoice } from "./write-choice.ts";

/** Time before the first token of a prepared answer, in milliseconds: as long as a quick model takes. */
const PAUSE_BEFORE_PREPARED = 400;

type RespondOptions = {
  /** Ends the response at once and silently, and stops work in progress. */
  signal: AbortSignal;
  /** Rate of a streamed response, for each choice; 0 or Infinity: unlimited. The call's metadata can override it. */
  tokensPerSecond: number;
  /**
   * Origin of the gateway as the client called it, such as `https://models.example.com`; defaults to the
   * documentation's.
   */
  origin?: string;
  /** Gets the paths of made-up values in a JSON response, before the first Part. */
  placeholders?: string[];
};

/**
 * Answers a call to a sandbox model (`guide`, `echo`, `fault-503` …).
 * Throws a GatewayError before the first Part: the status of `fault-<status>`, 400 for schemas that cannot be met, for
 * attachments that differ from their declared type and for prompts over the context window, 404 for an unknown model.
 * `cut-<n>` returns without `finish` and `usage`.
 */
export async function* respond(
  call: Call,
  { signal, tokensPerSecond, origin, placeholders }: RespondOptions,
): AsyncGenerator<Part, void, void> {
  const behaviour = sandboxBehaviour(call.model);
  if (!behaviour) throw errors.sandboxModelNotFound({ model: call.model });
  if (behaviour.kind === "fault") throw errors.sandboxFault({ status: behaviour.value });
  if (behaviour.kind === "renderer") throw errors.sandboxModelMakesVideos({ model: call.model });
  if (behaviour.kind === "other") throw errors.sandboxModelHasOtherRoute({ model: call.model, route: behaviour.route });
  await checkAttachments(call);
  if (behaviour.kind === "painter") {
    yield* respondWithImages(call, signal);
    return;
  }
  const rate = call.stream ? (readTokensPerSecond(call) ?? tokensPerSecond) : 0;
  const inputTokens = await countPromptTokens(call);
  refuseOverContextWindow(call, inputTokens);
  if (behaviour.kind === "slow") await wait(behaviour.value, signal);
  if (behaviour.kind === "demo" && rate > 0) await wait(PAUSE_BEFORE_PREPARED, signal);
  if (signal.aborted) return;

  const seed = computeSeed(call);
  const choices = call.choices ?? 1;
  const writers: Generator<Step, void, void>[] = [];
  const measure = createOutputMeter(call);
  let draft: Draft | undefined;
  for (let choice = 0; choice < choices; choice++) {
    if (choice === 0 || !sharesDraft(behaviour)) {
      draft = await draftFor({ behaviour, call, choice, origin, signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return undefined;
      });
      await nextTurn();
    }
    if (draft === undefined || signal.aborted) return;
    measure(draft);
    if (choice === 0) placeholders?.push(...(draft.placeholders ?? []));
    const random = createRandom(hash(String(seed), String(choice)));
    writers.push(writeChoice({ call, draft, choice, random, seed }));
  }

  yield { type: "start" };
  const random = createRandom(seed);
  // Choices are sampled side by side, each at the full rate.
  const pace = createPace({ tokensPerSecond: rate * choices, random, signal });
  let deltasLeft = behaviour.kind === "cut" ? behaviour.value : Number.POSITIVE_INFINITY;
  let outputTokens = 0;
  let reasoningTokens = 0;
  for (const step of interleave(writers, random.next)) {
    if (step.tokens > 0) {
      if (deltasLeft-- <= 0) return;
      await pace.spend(step.tokens);
      outputTokens += step.tokens;
      reasoningTokens += step.reasoningTokens;
    }
    if (signal.aborted) return;
    yield step.part;
  }
  if (behaviour.kind === "cut") return;
  yield { type: "usage", usage: { inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens } };
}

async function draftFor({
  behaviour,
  call,
  choice,
  origin,
  signal,
}: {
  behaviour: SandboxBehaviour;
  call: Call;
  choice: number;
  origin: string | undefined;
  signal: AbortSignal;
}): Promise<Draft> {
  switch (behaviour.kind) {
    case "echo":
      return createTextDraft(writeEcho(readConversation(call)));
    case "garbage":
      return createGarbageDraft(call.tools);
    case "long":
      return createTextDraft(await writeLongText(behaviour.value));
    case "demo": {
      const { draftDemo } = await import("../demo/draft-demo.ts");
      return draftDemo({ call, choice, origin, signal });
    }
    default: {
      // Loaded on demand: the guide's search and tables take time to load, and a server that only relays never needs
      // them.
      const { draftGuide } = await import("../guide/draft-guide.ts");
      return draftGuide({ call, choice, origin, signal });
    }
  }
}

/** Returns true when all choices of a call have the same text. */
function sharesDraft({ kind }: SandboxBehaviour): boolean {
  return kind === "echo" || kind === "long";
}

/** Runs the writers side by side in an order that looks like sampling; the order within each writer is preserved. */
function* interleave<Item>(writers: Generator<Item, void, void>[], next: () => number): Generator<Item, void, void> {
  const open = [...writers];
  while (open.length > 0) {
    const index = open.length === 1 ? 0 : Math.floor(next() * open.length);
    const result = open[index]?.next();
    if (result?.done === false) yield result.value;
    else open.splice(index, 1);
  }
}

function refuseOverContextWindow(call: Call, inputTokens: number): void {
  const limit = findSandboxModel(call.model)?.contextWindow ?? Number.POSITIVE_INFINITY;
  if (inputTokens <= limit) return;
  throw errors.contextWindowExceeded({ model: call.model, limit, got: inputTokens });
}
