/** Errors of single fields, which schemas check. */
import { defineErrors } from "./define-errors.ts";
import { code } from "./wording.ts";

const BODY = "The request body";

export const fieldErrors = defineErrors({
  missingParameter: {
    status: 400,
    code: "missing_required_parameter",
    message: ({ param }: { param: string }) => `Missing required parameter: ${code(param)}.`,
    sample: { param: "model" },
  },
  missingByRule: {
    status: 400,
    code: "missing_required_parameter",
    message: ({ param, rule }: { param: string /** One of the field rules. */; rule: string }) =>
      `${code(param)} ${rule}; it is missing.`,
    sample: { param: "audio", rule: 'must be set when `modalities` contains "audio"' },
  },
  unknownParameter: {
    status: 400,
    code: "invalid_value",
    message: ({ param }: { param: string }) => `Unknown parameter: ${code(param)}.`,
    sample: { param: "temprature" },
  },
  invalidValue: {
    status: 400,
    code: "invalid_value",
    message: ({ param, rule, got }: { /** "" for the body as a whole. */ param: string; rule: string; got?: string }) =>
      `${param ? code(param) : BODY} ${rule}${got === undefined ? "" : `; got ${got}`}.`,
    sample: { param: "temperature", rule: "must be between 0 and 2", got: "9" },
  },
});
