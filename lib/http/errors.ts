/** The gateway's errors to throw, by the names of their list: `throw errors.invalidApiKey()`. */
import { allErrors, type ErrorName } from "#lib/contract/errors/all-errors.ts";
import { describeError, type ErrorDefinition } from "#lib/contract/errors/define-errors.ts";
import { GatewayError } from "./gateway-error.ts";

type Context = {
  /** Original error, which is logged and not sent. */
  cause?: unknown;
};

type Create<Definition> =
  Definition extends ErrorDefinition<infer Values>
    ? unknown extends Values
      ? (context?: Context) => GatewayError
      : (values: Values & Context) => GatewayError
    : never;

export const errors = Object.fromEntries(
  Object.entries(allErrors).map(([name, definition]) => [
    name,
    (values: Context = {}) => {
      const error = describeError(definition as ErrorDefinition<unknown>, values);
      return new GatewayError({ ...error, cause: values.cause });
    },
  ]),
) as unknown as { [Name in ErrorName]: Create<(typeof allErrors)[Name]> };
