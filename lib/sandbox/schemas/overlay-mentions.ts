/** Puts mentioned values into a generated value, field by field, as long as the whole value stays valid. */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { createRandom, hash } from "../random.ts";
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
import { type Entity, isOwnEntity, NO_ENTITY, openEntity } from "./entity.ts";
import { numberSamples, SAMPLED_FORMATS, stringSamples } from "./plausible-values.ts";
import { describeField, type PlainSchema, resolveSchema, typeOf } from "./resolve-schema.ts";
import type { SchemaValidator } from "./schema-validator.ts";

type OverlayOptions = {
  value: unknown;
  schema: JsonSchema;
  validator: SchemaValidator;
  mentions: Mentions;
  withOptionals: boolean;
  seed: number;
  prose?: string;
  /** Name of the whole value, such as `calendar_event`. */
  name?: string;
};

export type Overlaid = {
  value: unknown;
  /** Paths of the values that are not in the words: `landmarks[0].built`. */
  placeholders: string[];
};

/** Slot for a value. `get` returns undefined for an absent optional property. */
type Slot = {
  name: string;
  path: string;
  schema: unknown;
  depth: number;
  /** Entity that the values of one object are about, such as one city. */
  entity: Entity;
  get(): unknown;
  set(value: unknown): void;
};

const DEEPEST = 8;
const MOST_TRIALS = 400;
/** Limit in characters of JSON, since each trial validates the whole value. */
const MOST_VALIDATED = 4_000_000;
/** A pattern like `(a+)+` may take for ever on a long string that does not match. */
const RISKY_PATTERN = /"pattern":"(?:[^"\\]|\\.)*[*+}][^()"]*\)[*+{]/;
const LONGEST_FOR_RISKY_PATTERN = 20;

export function overlayMentions(options: OverlayOptions): Overlaid {
  const { schema, validator, mentions, withOptionals, prose, seed } = options;
  const isRisky = RISKY_PATTERN.test(JSON.stringify(schema));
  const used = new Set<unknown>();
  let whole = options.value;
  const mostTrials = Math.min(MOST_TRIALS, MOST_VALIDATED / (JSON.stringify(whole)?.length ?? 1));
  let trials = 0;
  let entities = 0;
  const placeholders: string[] = [];
  const sentiment = readSentiment(mentions.text);

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

  /** Each candidate is used once: two fields with one value are rarely right. An absent property never gets it all. */
  function inOrder<Value>(candidates: Value[], slot: Slot): Value[] {
    const fresh = candidates.filter((candidate) => !used.has(candidate));
    return slot.get() === undefined ? fresh.filter((candidate) => candidate !== mentions.text) : fresh;
  }

  /** Notes a present value that is not from the words. */
  function markPlaceholder(slot: Slot, { default: fallback }: PlainSchema): void {
    const value = slot.get();
    if (value !== undefined && value !== null && fallback === undefined) placeholders.push(slot.path);
  }

  function visit(slot: Slot): void {
    if (slot.depth > DEEPEST || trials > mostTrials) return;
    const resolved = resolveSchema(slot.schema, { root: schema, value: slot.get() });
    if (resolved.const !== undefined) return;
    if (Array.isArray(resolved.enum)) {
      visitEnum(slot, resolved, resolved.enum);
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
        const name = spacedName(slot.name);
        const said = isSentimentFlag(name)
          ? sentimentFlag(name, sentiment)
          : booleanCandidate(describeField(slot.name, resolved), mentions.text);
        if (said === undefined || !tryValues(slot, [said])) markPlaceholder(slot, resolved);
      }
    }
  }

  function visitEnum(slot: Slot, resolved: PlainSchema, values: unknown[]): void {
    const decided = isSentimentEnum(values) ? sentimentValues(values, sentiment) : undefined;
    const candidates = decided ?? enumCandidates(values, mentions.text).slice(0, 1);
    const isDecided = decided === undefined || sentiment !== undefined;
    if (!(tryValues(slot, candidates) && isDecided) && values.length > 1) markPlaceholder(slot, resolved);
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
    const entity = isOwnEntity(slot.path, ordered)
      ? openEntity({ mentions, seed, number: slot.path === "" ? 0 : entities++, names: ordered })
      : slot.entity;
    const present = ordered.filter((name) => name in properties);
    const absent = withOptionals ? [] : Object.keys(properties).filter((name) => !(name in value));
    for (const name of [...present, ...absent]) {
      visit({
        // A bare `name` needs the name of its parent.
        name: name === "name" ? `${slot.name} name`.trim() : name,
        path: slot.path === "" ? name : `${slot.path}.${name}`,
        entity,
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
    const list = listFor(items, describeField(slot.name, resolved));
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
    fitLength(slot);
    const elements = slot.get() as unknown[];
    const prefix = Array.isArray(resolved.prefixItems)
      ? resolved.prefixItems
      : Array.isArray(resolved.items)
        ? resolved.items
        : [];
    for (const index of elements.keys()) {
      visit({
        name: slot.name.replace(/s$/, ""),
        path: `${slot.path}[${index}]`,
        entity: slot.entity,
        schema: prefix[index] ?? resolved.items,
        depth: slot.depth + 1,
        get: () => elements[index],
        set: (element) => {
          elements[index] = element;
        },
      });
    }
  }

  /** Gives a list as many items as the words ask for, `three users`, or at most as many as are known. */
  function fitLength(slot: Slot): void {
    const value = slot.get() as unknown[];
    const names = [slot.name, slot.name.replace(/s$/, "")].map((name) => spacedName(name));
    const asked = mentions.numbers.find(
      ({ value: count, near }) => count > 0 && count <= 20 && names.some((name) => near.includes(name)),
    );
    const length = asked?.value ?? Math.min(value.length, slot.entity.countFor(slot.name) ?? value.length);
    if (length === value.length || value[0] === undefined || !Number.isInteger(length)) return;
    tryValues(slot, [Array.from({ length }, (_, index) => structuredClone(value[index] ?? value[0]))]);
  }

  /** Returns all mentions that fit a list of such items. */
  function listFor(items: PlainSchema, field: FieldQuestion): unknown[] {
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
    const field = describeField(slot.name, resolved);
    const isProse = prose !== undefined && slot.depth <= 1 && holdsProse(slot.name) && !used.has(prose);
    if (isProse && tryValues(slot, [prose])) return;
    // A fact beats a word nearby: the country of Lisbon is not "Lisbon". A tool's arguments are the words themselves.
    const fact = slot.entity.stringFor(slot.name, slot.path);
    if (
      withOptionals &&
      slot.entity.isNamed &&
      fact !== undefined &&
      slot.get() !== undefined &&
      tryValues(slot, [fact])
    )
      return;
    const candidates = inOrder(stringCandidates(field, mentions), slot);
    if (tryValues(slot, candidates)) {
      if (slot.get() === mentions.text && !takesWholeRequest(slot.name)) placeholders.push(slot.path);
      return;
    }
    markPlaceholder(slot, resolved);
    if (slot.get() === undefined || slot.get() === null || resolved.default !== undefined) return;
    if (!SAMPLED_FORMATS.has(resolved.format) || resolved.pattern !== undefined) return;
    const samples = stringSamples(slot.name, createRandom(hash(String(seed), slot.path)), resolved.format);
    const fresh = [...(fact === undefined ? [] : [fact]), ...samples].filter((sample) => !used.has(sample));
    tryValues(slot, [...fresh, ...samples]);
  }

  function visitNumber(slot: Slot, resolved: PlainSchema): void {
    const { named, others } = numberCandidates(describeField(slot.name, resolved), mentions);
    const result = resultFor(slot.name, prose);
    if (result !== undefined && tryValues(slot, [result])) return;
    const isAbsent = slot.get() === undefined;
    if (
      tryValues(
        slot,
        inOrder([...named, ...(isAbsent ? [] : others)], slot).filter((value) => !used.has(value)),
      )
    )
      return;
    const value = slot.get();
    const fact = slot.entity.numberFor(slot.name, slot.path);
    if (withOptionals && slot.entity.isNamed && fact !== undefined && tryValues(slot, [fact])) return;
    markPlaceholder(slot, resolved);
    if (typeof value === "number" && resolved.default === undefined) {
      const samples = numberSamples(slot.name, value, createRandom(hash(String(seed), slot.path)));
      tryValues(slot, [...(fact === undefined ? [] : [fact]), ...samples]);
    }
  }

  visit({
    name: options.name ?? "",
    path: "",
    schema,
    depth: 0,
    entity: NO_ENTITY,
    get: () => whole,
    set: (value) => {
      whole = value;
    },
  });
  return { value: whole, placeholders };
}
