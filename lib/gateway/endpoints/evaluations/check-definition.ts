/** Checks what the schema of a definition cannot: that its templates use fields of its rows. */
import {
  type EvaluationCheck,
  type EvaluationDefinition,
  evaluationDefinition,
} from "#lib/contract/evaluation-definition.ts";
import { listFields } from "#lib/evaluations/template.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";

/** @throws GatewayError 400 that names the field */
export function readDefinitionBody(value: unknown): EvaluationDefinition & { fields: string[] } {
  const definition = validate(evaluationDefinition, value);
  const fields = listRowFields(definition);
  const known = new Set(fields);
  const requireKnown = (param: string, template: string | undefined) => {
    const field = template === undefined ? undefined : listFields(template).find((name) => !known.has(name));
    if (field !== undefined) throw errors.evaluationFieldUnknown({ param, field, known: fields });
  };
  for (const [index, { system, prompt, messages = [] }] of definition.columns.entries()) {
    requireKnown(`columns[${index}].system`, system);
    requireKnown(`columns[${index}].prompt`, prompt);
    for (const [at, { content }] of messages.entries()) {
      requireKnown(`columns[${index}].messages[${at}].content`, content);
    }
  }
  for (const [index, check] of (definition.checks ?? []).entries()) {
    requireKnown(`checks[${index}]`, getTemplate(check));
  }
  return { ...definition, fields };
}

/** Returns the names of all fields, in the order in which the rows have them. */
function listRowFields({ rows }: Pick<EvaluationDefinition, "rows">): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

function getTemplate(check: EvaluationCheck): string | undefined {
  if ("value" in check) return check.value;
  if (check.type === "judge") return check.rubric;
  return check.type === "regex" ? check.pattern : undefined;
}
