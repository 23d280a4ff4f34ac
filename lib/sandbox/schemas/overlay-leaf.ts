/** Puts mentioned values into strings, numbers, booleans and enums; where there are none, plausible ones. */
import {
  booleanCandidate,
  enumCandidates,
  type FieldQuestion,
  numberCandidates,
  spacedName,
  stringCandidates,
} from "../text/field-candidates.ts";
import type { Mentions } from "../text/mentions.ts";
import { holdsProse, resultFor, takesWholeRequest } from "../text/prose-fields.ts";
import { isSentimentEnum, isSentimentFlag, readSentiment, sentimentFlag, sentimentValues } from "../text/sentiment.ts";
import { randomFor, type Slot, type Trials } from "./overlay-trials.ts";
import { numberSamples, SAMPLED_FORMATS, stringSamples } from "./plausible-values.ts";
import { describeField, type PlainSchema } from "./resolve-schema.ts";

export type LeafContext = {
  trials: Trials;
  mentions: Mentions;
  /** False for a tool's arguments: an optional one is set only when the words name it. */
  withOptionals: boolean;
  seed: number;
  prose: string | undefined;
};

export function overlayBoolean(slot: Slot, resolved: PlainSchema, { trials, mentions }: LeafContext): void {
  const name = spacedName(slot.name);
  const said = isSentimentFlag(name)
    ? sentimentFlag(name, readSentiment(mentions.text))
    : booleanCandidate(fieldOf(slot, resolved), mentions.text);
  if (said === undefined || !trials.tryValues(slot, [said])) trials.markPlaceholder(slot, resolved);
}

type Enum = PlainSchema & { enum: unknown[] };

export function overlayEnum(slot: Slot, resolved: Enum, { trials, mentions }: LeafContext): void {
  const { enum: values } = resolved;
  const sentiment = readSentiment(mentions.text);
  const decided = isSentimentEnum(values) ? sentimentValues(values, sentiment) : undefined;
  const candidates = decided ?? enumCandidates(values, mentions.text).slice(0, 1);
  const isDecided = decided === undefined || sentiment !== undefined;
  if (!(trials.tryValues(slot, candidates) && isDecided) && values.length > 1) trials.markPlaceholder(slot, resolved);
}

export function overlayString(slot: Slot, resolved: PlainSchema, context: LeafContext): void {
  const { trials, mentions, withOptionals, seed, prose } = context;
  const isProse = prose !== undefined && slot.depth <= 1 && holdsProse(slot.name) && !trials.isUsed(prose);
  if (isProse && trials.tryValues(slot, [prose])) return;
  // A fact beats a word nearby: the country of Lisbon is not "Lisbon". A tool's arguments are the words themselves.
  const fact = slot.entity.stringFor(slot.name, slot.path);
  const isFact = withOptionals && slot.entity.isNamed && fact !== undefined && slot.get() !== undefined;
  if (isFact && trials.tryValues(slot, [fact])) return;
  const candidates = trials.inOrder(stringCandidates(fieldOf(slot, resolved), mentions), slot);
  if (trials.tryValues(slot, candidates)) {
    if (slot.get() === mentions.text && !takesWholeRequest(slot.name)) trials.placeholders.push(slot.path);
    return;
  }
  trials.markPlaceholder(slot, resolved);
  if (slot.get() === undefined || slot.get() === null || resolved.default !== undefined) return;
  if (!SAMPLED_FORMATS.has(resolved.format) || resolved.pattern !== undefined) return;
  const samples = stringSamples(slot.name, randomFor(slot, seed), resolved.format);
  const fresh = [...(fact === undefined ? [] : [fact]), ...samples].filter((sample) => !trials.isUsed(sample));
  trials.tryValues(slot, [...fresh, ...samples]);
}

export function overlayNumber(slot: Slot, resolved: PlainSchema, context: LeafContext): void {
  const { trials, mentions, withOptionals, seed, prose } = context;
  const { named, others } = numberCandidates(describeField(slot.name, resolved), mentions);
  const result = resultFor(slot.name, prose);
  if (result !== undefined && trials.tryValues(slot, [result])) return;
  const isAbsent = slot.get() === undefined;
  if (trials.tryValues(slot, trials.inOrder([...named, ...(isAbsent ? [] : others)], slot))) return;
  const value = slot.get();
  const fact = slot.entity.numberFor(slot.name, slot.path);
  if (withOptionals && slot.entity.isNamed && fact !== undefined && trials.tryValues(slot, [fact])) return;
  trials.markPlaceholder(slot, resolved);
  if (typeof value === "number" && resolved.default === undefined) {
    const samples = numberSamples(slot.name, value, randomFor(slot, seed));
    trials.tryValues(slot, [...(fact === undefined ? [] : [fact]), ...samples]);
  }
}

/** Returns what the words may be asked about a slot: of an absent property its name, since a description says much. */
export function fieldOf(slot: Slot, resolved: PlainSchema): FieldQuestion {
  const { description, ...field } = describeField(slot.name, resolved);
  const isNamedOnly = slot.get() === undefined;
  return { ...field, ...(description !== undefined && !isNamedOnly && { description }), isNamedOnly };
}
