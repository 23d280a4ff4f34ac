/** Makes JSON values that are valid under a schema: json-schema-faker generates, Ajv validates, the words fill in. */
import { type JsonSchema as FakerSchema, generateSync } from "json-schema-faker";
import type { JsonSchema } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { compileSchema, type SchemaValidator } from "#lib/json-schema/schema-validator.ts";
import type { Mentions } from "../text/mentions.ts";
import { prepareForFaker } from "./faker-schema.ts";
import { type Overlaid, overlayMentions } from "./overlay-mentions.ts";
import { MOST_STEPS, refuseExcess, stringSteps } from "./refuse-excess.ts";

export type FillTask = {
  schema: JsonSchema;
  /** One value is made for each. */
  mentions: Mentions[];
  seed: number;
  /** False: optional properties only when the prompt names their value, as in a tool call. */
  withOptionals: boolean;
  /** A sentence for fields that hold an answer (`answer`, `summary`, `explanation`). */
  prose?: string;
  /** Name of the value, for example `calendar_event`. */
  name?: string;
};

/** @throws an Error with the reason when the schema does not compile or no valid value is found */
export function generateValues({ schema, mentions, seed, withOptionals, prose, name }: FillTask): Overlaid[] {
  refuseExcess(schema);
  const validator = compileSchema(schema);
  const generated = generate({ schema, validator, seed, withOptionals });
  return mentions.map((said) =>
    overlayMentions({
      value: structuredClone(generated),
      schema,
      validator,
      mentions: said,
      withOptionals,
      seed,
      prose,
      name,
    }),
  );
}

type GenerateOptions = { schema: JsonSchema; validator: SchemaValidator; seed: number; withOptionals: boolean };

const ATTEMPTS = 24;
/** Steps of a value, whatever it is. */
const STEPS_OF_ONE = 20;

/** The generator does not know every keyword, so it gets several attempts, each with fewer optional properties. */
function generate({ schema, validator, seed, withOptionals }: GenerateOptions): unknown {
  const prepared = prepareForFaker(schema, seed) as FakerSchema;
  let reason = "";
  let steps = 0;
  /** References may multiply values without end, so values are counted as they are generated. */
  const spend = (value: unknown, made: FakerSchema) => {
    steps += STEPS_OF_ONE + (typeof value === "string" && isRecord(made) ? stringSteps(made) : 0);
    if (steps > MOST_STEPS) throw new Error("it asks for more values than the sandbox makes up");
    return value;
  };
  for (let attempt = 0; attempt < ATTEMPTS && steps <= MOST_STEPS; attempt++) {
    const optionals = withOptionals && attempt < ATTEMPTS / 2;
    try {
      const value = generateSync(prepared, {
        seed: seed + attempt,
        maxDefaultItems: 2,
        minItems: attempt % 3 === 0 ? 1 : undefined,
        maxDepth: 4 + (attempt % 4) * 4,
        refDepthMax: 3 + (attempt % 3),
        useDefaultValue: attempt < ATTEMPTS / 2,
        outputTransform: spend,
        ...(optionals ? { alwaysFakeOptionals: true } : { optionalsProbability: 0 }),
      });
      if (validator.isValid(value)) return value;
      reason = validator.reason();
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new Error(`no value was found that is valid under it (${reason})`);
}
