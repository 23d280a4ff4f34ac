/** Shape of an entry in the list of the gateway's errors. */

export type ErrorDefinition<Values = never> = {
  /** HTTP status, 400 to 599. */
  status: number | ((values: Values) => number);
  /** OpenAI's type vocabulary (wire-formats §7.3); that of the status when absent. */
  type?: string;
  /** Machine-readable reason. */
  code?: string;
  /** Path of the field at fault when it is always the same; otherwise the value `param`, if there is one. */
  param?: string;
  /** Response headers besides those of every error. */
  headers?: Readonly<Record<string, string>> | ((values: Values) => Record<string, string>);
  /** States what is wrong, what was expected and what to do next, in that order. It never holds a secret. */
  message: string | ((values: Values) => string);
  /** Values of a typical error, for documents and tests; absent when the message has none. */
  sample?: NoInfer<Values>;
};

/** Error with its values filled in. */
export type DescribedError = {
  status: number;
  type: string;
  message: string;
  param: string | undefined;
  code: string | undefined;
  headers: Record<string, string>;
};

type Definitions<Values> = { readonly [Name in keyof Values]: ErrorDefinition<Values[Name]> };

/** Checks that the values of each entry are the same in its message, headers and sample. */
export function defineErrors<Values extends Record<string, unknown>>(definitions: Definitions<Values>) {
  return definitions;
}

export function describeError<Values>(definition: ErrorDefinition<Values>, values: Values): DescribedError {
  const { status, type, code, param, headers, message } = definition;
  const statusCode = typeof status === "function" ? status(values) : status;
  return {
    status: statusCode,
    type: type ?? typeOfStatus(statusCode),
    message: typeof message === "function" ? message(values) : message,
    param: param ?? paramOf(values),
    code,
    headers: typeof headers === "function" ? headers(values) : { ...headers },
  };
}

function paramOf(values: unknown): string | undefined {
  const param = typeof values === "object" && values !== null && "param" in values ? values.param : undefined;
  return typeof param === "string" && param !== "" ? param : undefined;
}

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  502: "upstream_error",
  503: "overloaded_error",
  504: "timeout_error",
  507: "insufficient_storage_error",
};

/** Returns the type of errors with this status (wire-formats §7.3). */
export function typeOfStatus(status: number): string {
  return TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
}
