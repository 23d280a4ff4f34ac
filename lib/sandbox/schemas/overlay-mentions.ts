/** Puts mentioned values into a generated value, field by field, as long as the whole value stays valid. */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import type { SchemaValidator } from "#lib/json-schema/schema-validator.ts";
import type { Mentions } from "../text/mentions.ts";
import { isOwnEntity, NO_ENTITY, openEntity } from "./entity.ts";
import { overlayBoolean, overlayEnum, overlayNumber, overlayString } from "./overlay-leaf.ts";
import { overlayList } from "./overlay-list.ts";
import { openTrials, type Slot } from "./overlay-trials.ts";
import { type PlainSchema, resolveSchema, typeOf } from "./resolve-schema.ts";

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

const DEEPEST = 8;

export function overlayMentions(options: OverlayOptions): Overlaid {
  const { schema, validator, mentions, withOptionals, prose, seed } = options;
  let whole = options.value;
  let entities = 0;
  const trials = openTrials({ whole: () => whole, schema, validator, mentions });
  const context = { trials, mentions, withOptionals, seed, prose, root: schema, visit };

  function visit(slot: Slot): void {
    if (slot.depth > DEEPEST || trials.isOver()) return;
    const resolved = resolveSchema(slot.schema, { root: schema, value: slot.get() });
    if (resolved.const !== undefined) return;
    if (Array.isArray(resolved.enum)) {
      overlayEnum(slot, { ...resolved, enum: resolved.enum }, context);
      return;
    }
    switch (typeOf(resolved, slot.get())) {
      case "object":
        visitObject(slot, resolved);
        break;
      case "array":
        overlayList(slot, resolved, context);
        break;
      case "string":
        overlayString(slot, resolved, context);
        break;
      case "integer":
      case "number":
        overlayNumber(slot, resolved, context);
        break;
      case "boolean":
        overlayBoolean(slot, resolved, context);
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
  return { value: whole, placeholders: trials.placeholders };
}
