/** Puts mentioned values into a list, as many as the words name. */
import { isRecord } from "#lib/contract/is-record.ts";
import { enumCandidates, type FieldQuestion, spacedName, stringCandidates } from "../text/field-candidates.ts";
import type { Mentions } from "../text/mentions.ts";
import { fieldOf, type LeafContext } from "./overlay-leaf.ts";
import type { Slot } from "./overlay-trials.ts";
import { type PlainSchema, resolveSchema, typeOf } from "./resolve-schema.ts";

const MOST_ITEMS = 20;

type ListContext = LeafContext & {
  /** Schema of the whole value, for its references. */
  root: unknown;
  visit(slot: Slot): void;
};

export function overlayList(slot: Slot, resolved: PlainSchema, context: ListContext): void {
  const { trials, mentions, root, visit } = context;
  const items = resolveSchema(resolved.items, { root, value: (slot.get() as unknown[] | undefined)?.[0] });
  const list = listFor(items, fieldOf(slot, resolved), mentions);
  if (list.length > 0) {
    const most = typeof resolved.maxItems === "number" ? resolved.maxItems : list.length;
    if (trials.tryValues(slot, [list.slice(0, most)])) return;
  }
  const value = slot.get();
  if (!Array.isArray(value)) return;
  const wanted = countMentioned(items, { mentions, root });
  if (wanted > 1 && value[0] !== undefined)
    trials.tryValues(slot, [Array.from({ length: wanted }, () => structuredClone(value[0]))]);
  fitLength(slot, context);
  const elements = slot.get() as unknown[];
  const prefix = [resolved.prefixItems, resolved.items].find((schemas) => Array.isArray(schemas)) ?? [];
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
function fitLength(slot: Slot, { trials, mentions }: ListContext): void {
  const value = slot.get() as unknown[];
  const names = [slot.name, slot.name.replace(/s$/, "")].map((name) => spacedName(name));
  const asked = mentions.numbers.find(
    ({ value: count, near }) => count > 0 && count <= MOST_ITEMS && names.some((name) => near.includes(name)),
  );
  const length = asked?.value ?? Math.min(value.length, slot.entity.countFor(slot.name) ?? value.length);
  if (length === value.length || value[0] === undefined || !Number.isInteger(length)) return;
  trials.tryValues(slot, [Array.from({ length }, (_, index) => structuredClone(value[index] ?? value[0]))]);
}

/** Returns all mentions that fit a list of such items. */
function listFor(items: PlainSchema, field: FieldQuestion, mentions: Mentions): unknown[] {
  if (Array.isArray(items.enum)) return enumCandidates(items.enum, mentions.text);
  const type = typeOf(items, undefined);
  if (type === "integer" || type === "number") return mentions.numbers.map(({ value }) => value);
  if (type !== "string") return [];
  const format = typeof items.format === "string" ? items.format : undefined;
  return stringCandidates({ ...field, format }, mentions).filter((candidate) => candidate !== mentions.text);
}

/** Counts the mentions for a list of objects: `Alice is 30 and Bob is 25` names two. */
function countMentioned(items: PlainSchema, { mentions, root }: { mentions: Mentions; root: unknown }): number {
  if (!isRecord(items.properties)) return 0;
  const counts = Object.entries(items.properties).map(([name, child]) => {
    const resolved = resolveSchema(child, { root, value: "" });
    const isNaming = /\b(name|city|person|country|location|title)\b/.test(spacedName(name));
    if (typeOf(resolved, "") !== "string" || !isNaming) return 0;
    const fitting = stringCandidates({ name }, mentions).filter((candidate) => candidate !== mentions.text);
    return Math.min(fitting.length, MOST_ITEMS);
  });
  return Math.max(...counts, 0);
}
