/** Header parameters that many operations share, by their names in the document's components. */

/** Parameters of every route. */
export const commonParameters = {
  requestId: {
    name: "x-request-id",
    in: "header",
    description: "An id of your own for the request: up to 64 letters, digits, dots, underscores and hyphens.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  errors: {
    name: "x-gateway-errors",
    in: "header",
    description: "`native`: errors have the format of the route's own API, as its SDKs read them.",
    schema: { type: "string", enum: ["native"] },
  },
};

/** Parameters of every call of a model: how it is sent, and how it is labelled. */
export const steeringParameters = {
  route: {
    name: "x-gateway-route",
    in: "header",
    description: "`only=<model>`: asks only this model of the route that `model` names.",
    schema: { type: "string", pattern: "^only=\\S+$" },
    example: "only=openai/gpt-5.4-mini",
  },
  testDown: {
    name: "x-gateway-test-down",
    in: "header",
    description:
      "Model of the route that answers 503 to this one request, to test the route: nothing is sent to it, and it stays in use for others. Needs a key with the scope `admin`; for text and images.",
    schema: { type: "string" },
    example: "openai/gpt-5.4-mini",
  },
  timeoutMs: {
    name: "x-gateway-timeout-ms",
    in: "header",
    description:
      "Limit on the time for the whole response, in milliseconds; for a video, on the time until it is finished. Beyond it the request ends with a 504 and the code `request_timeout`.",
    schema: { type: "string", pattern: "^[0-9]{1,8}$" },
    example: "20000",
  },
  onLoss: {
    name: "x-gateway-on-loss",
    in: "header",
    description:
      "`allow`: fields that a model does not support may be ignored. `refuse`: they may not; another model of the route is asked, or the request gets a 400 that names them. `refuse:<field>,<field>`: the same for these fields and all below them.",
    schema: { type: "string", pattern: "^(allow|refuse(:.+)?)$" },
    example: "refuse:seed,logprobs",
  },
  emulate: {
    name: "x-gateway-emulate",
    in: "header",
    description:
      "`off`: the gateway does not do what the provider's API cannot, such as several choices; such fields are ignored. `on`: it does, also where its config says otherwise.",
    schema: { type: "string", enum: ["on", "off"] },
  },
  prompt: {
    name: "x-gateway-prompt",
    in: "header",
    description:
      "A stored prompt as `name`, `name@version` or `name@label`: its texts, tools and settings come before those of the request. For text.",
    schema: { type: "string", maxLength: 200 },
    example: "support/reply@production",
  },
  promptVariables: {
    name: "x-gateway-variables",
    in: "header",
    description: "JSON object with the values of that prompt's variables; they may be in `metadata` as well. For text.",
    schema: { type: "string" },
    example: '{"city":"Paris"}',
  },
  dryRun: {
    name: "x-gateway-dry-run",
    in: "header",
    description:
      "`true`: nothing is sent to a provider. The response is a Preflight: the model that would be asked and why, the request that it would get, what it would lose, tokens, and the highest price.",
    schema: { type: "string", enum: ["true", "false"] },
  },
  cache: {
    name: "x-gateway-cache",
    in: "header",
    description:
      "Seconds for which the response may be served again to the same request, or `off`; for text. The response's `x-gateway-cache` is `hit` with an `age`, or `miss`.",
    schema: { type: "string", pattern: "^(off|[0-9]{1,6})$" },
    example: "300",
  },
  tags: {
    name: "x-gateway-tags",
    in: "header",
    description: "Up to 8 labels of the request in the log and the usage, separated by commas.",
    schema: { type: "string", maxLength: 600 },
    example: "nightly, team-search",
  },
};
