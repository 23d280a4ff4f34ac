/** Puts mentioned values into a generated value, field by field, as long as the whole value stays valid. */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import {
  booleanCandidate,
  enumCandidates,
  numberCandidates,
  spacedName,
  stringCandidates,
} from "../text/field-candidates.ts";
import type { Mentions } from "../text/mentions.ts";
import { type PlainSchema, resolveSchema, typeOf } from "./resolve-schema.ts";
import { numberSamples, stringSamples } from "./sample-values.ts";
import type { SchemaValidator } from "./schema-validator.ts";

type OverlayOptions = {
  value: unknown;
  schema: JsonSchema;
  validator: SchemaValidator;
  mentions: Mentions;
  withOptionals: boolean;
  prose?: string;
  /** Name of the whole value, such as `calendar_event`. */
  name?: string;
};

/** Slot for a value. `get` returns undefined for an absent optional property. */
type Slot = { name: string; schema: unknown; depth: number; get(): unknown; set(value: unknown): void };

const DEEPEST = 8;
const MOST_TRIALS = 400;
/** Limit in characters of JSON, since each trial validates the whole value. */
const MOST_VALIDATED = 4_000_000;
const PROSE_NAME =
  /\b(answer|summary|explanation|response|reply|reasoning|analysis|conclusion|description|details?|output)\b/;
/** A pattern like `(a+)+` may take for ever on a long string that does not match. */
const RISKY_PATTERN = /"pattern":"(?:[^"\\]|\\.)*[*+}][^()"]*\)[*+{]/;
const LONGEST_FOR_RISKY_PATTERN = 20;

export function overlayMentions(options: OverlayOptions): unknown {
  const { schema, validator, mentions, withOptionals, prose } = options;
  const isRisky = RISKY_PATTERN.test(JSON.stringify(schema));
  const used = new Set<unknown>();
  let whole = options.value;
  const mostTrials = Math.min(MOST_TRIALS, MOST_VALIDATED / (JSON.stringify(whole)?.length ?? 1));
  let trials = 0;
  let samples = 0;

  /** Sets the first valid candidate; returns true when there is one. */
  function tryValues(slot: Slot, candidates: unknown[]): boolean {
    const before = slot.get();
    for (const candidate of candidates) {
      if (isRisky && typeof candidate === "string" && candidate.length > LONGEST_FOR_RISKY_PATTERN) continue;
      if (++trials > mostTrials) break;
      slot.set(candidate);
      if (validator.isValid(whole)) {
        for (const value of [candidate].flat()) used.add(value);
        return true;
      }
    }
    slot.set(before);
    return false;
  }

  /** Unused candidates come first; an absent property gets no used candidate and never the whole text. */
  function inOrder<Value>(candidates: Value[], slot: Slot): Value[] {
    const fresh = candidates.filter((candidate) => !used.has(candidate));
    if (slot.get() === undefined) return fresh.filter((candidate) => candidate !== mentions.text);
    return [...fresh, ...candidates.filter((candidate) => used.has(candidate))];
  }

  function visit(slot: Slot): void {
    if (slot.depth > DEEPEST || trials > mostTrials) return;
    const resolved = resolveSchema(slot.schema, { root: schema, value: slot.get() });
    if (resolved.const !== undefined) return;
    if (Array.isArray(resolved.enum)) {
      tryValues(slot, enumCandidates(resolved.enum, mentions.text).slice(0, 1));
      return;
    }
    switch (typeOf(resolved, slot.get())) {
      case "object":
        visitObject(slot, resolved);
        break;
      case "array":
        visitArray(slot, resolved);
        break;
      case "string":
        visitString(slot, resolved);
        break;
      case "integer":
      case "number":
        visitNumber(slot, resolved);
        break;
      case "boolean": {
        const said = booleanCandidate(fieldOf(slot, resolved), mentions.text);
        if (said !== undefined) tryValues(slot, [said]);
      }
    }
  }

  function visitObject(slot: Slot, resolved: PlainSchema): void {
    const value = slot.get();
    const properties = isRecord(resolved.properties) ? resolved.properties : {};
    if (!isRecord(value)) return;
    // Orders properties as in the schema, as strict structured output promises; the object itself stays the same.
    const ordered = [
      ...Object.keys(properties).filter((name) => name in value),
      ...Object.keys(value).filter((name) => !(name in properties)),
    ];
    const entries = ordered.map((name) => [name, value[name]] as const);
    for (const name of ordered) delete value[name];
    for (const [name, child] of entries) value[name] = child;
    const present = ordered.filter((name) => name in properties);
    const absent = withOptionals ? [] : Object.keys(properties).filter((name) => !(name in value));
    for (const name of [...present, ...absent]) {
      visit({
        // A bare `name` needs the name of its parent.
        name: name === "name" ? `${slot.name} name` : name,
        schema: properties[name],
        depth: slot.depth + 1,
        get: () => value[name],
        set: (child) => {
          if (child === undefined) delete value[name];
          else value[name] = child;
        },
      });
    }
  }

  function visitArray(slot: Slot, resolved: PlainSchema): void {
    const items = resolveSchema(resolved.items, { root: schema, value: (slot.get() as unknown[] | undefined)?.[0] });
    const list = listFor(items, fieldOf(slot, resolved));
    if (list.length > 0) {
      const most = typeof resolved.maxItems === "number" ? resolved.maxItems : list.length;
      if (tryValues(slot, [list.slice(0, most)])) return;
    }
    const value = slot.get();
    if (!Array.isArray(value)) return;
    const wanted = isRecord(items.properties)
      ? Math.max(...Object.entries(items.properties).map(mentionedCount), 0)
      : 0;
    if (wanted > 1 && value[0] !== undefined)
      tryValues(slot, [Array.from({ length: wanted }, () => structuredClone(value[0]))]);
    const elements = slot.get() as unknown[];
    const prefix = Array.isArray(resolved.prefixItems)
      ? resolved.prefixItems
      : Array.isArray(resolved.items)
        ? resolved.items
        : [];
    for (const index of elements.keys()) {
      visit({
        name: slot.name.replace(/s$/, ""),
        schema: prefix[index] ?? resolved.items,
        depth: slot.depth + 1,
        get: () => elements[index],
        set: (element) => {
          elements[index] = element;
        },
      });
    }
  }

  /** Returns all mentions that fit a list of such items. */
  function listFor(items: PlainSchema, field: ReturnType<typeof fieldOf>): unknown[] {
    if (Array.isArray(items.enum)) return enumCandidates(items.enum, mentions.text);
    const type = typeOf(items, undefined);
    if (type === "integer" || type === "number") return mentions.numbers.map(({ value }) => value);
    if (type !== "string") return [];
    const format = typeof items.format === "string" ? items.format : undefined;
    return stringCandidates({ ...field, format }, mentions).filter((candidate) => candidate !== mentions.text);
  }

  /** Counts the mentions for a list of such items: `Alice is 30 and Bob is 25` names two. */
  function mentionedCount([name, child]: [string, unknown]): number {
    const resolved = resolveSchema(child, { root: schema, value: "" });
    if (typeOf(resolved, "") !== "string" || !/\b(name|city|person|country|location|title)\b/.test(spacedName(name)))
      return 0;
    return Math.min(stringCandidates({ name }, mentions).filter((candidate) => candidate !== mentions.text).length, 20);
  }

  function visitString(slot: Slot, resolved: PlainSchema): void {
    const field = fieldOf(slot, resolved);
    const isProse =
      prose !== undefined && slot.depth <= 1 && PROSE_NAME.test(spacedName(slot.name)) && !used.has(prose);
    if (isProse && tryValues(slot, [prose])) return;
    if (tryValues(slot, inOrder(stringCandidates(field, mentions), slot))) return;
    if (slot.get() === undefined || resolved.format !== undefined || resolved.pattern !== undefined) return;
    if (slot.get() !== null && resolved.default === undefined) tryValues(slot, stringSamples(slot.name, samples++));
  }

  function visitNumber(slot: Slot, resolved: PlainSchema): void {
    const { named, others } = numberCandidates(fieldOf(slot, resolved), mentions);
    const isAbsent = slot.get() === undefined;
    if (
      tryValues(
        slot,
        inOrder([...named, ...(isAbsent ? [] : others)], slot).filter((value) => !used.has(value)),
      )
    )
      return;
    const value = slot.get();
    if (typeof value === "number" && resolved.default === undefined) tryValues(slot, numberSamples(value));
  }

  visit({
    name: options.name ?? "",
    schema,
    depth: 0,
    get: () => whole,
    set: (value) => {
      whole = value;
    },
  });
  return whole;
}

function fieldOf({ name }: Slot, { description, format }: PlainSchema) {
  return {
    name,
    description: typeof description === "string" ? description : undefined,
    format: typeof format === "string" ? format : undefined,
  };
}
