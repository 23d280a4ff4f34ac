/** Builds the OpenAPI 3.1 document from a table of endpoints. */

import { commonParameters, steeringParameters } from "./common-parameters.ts";
import { ErrorComponents } from "./error-responses.ts";
import type { DocumentedEndpoint, Media, Operation, OperationReply, Parameter } from "./operation.ts";
import { headerComponents, LIMIT_HEADERS, listHeaderNames } from "./reply-headers.ts";
import { createSchemaComponents, type JsonSchema, type SchemaComponents } from "./schema-components.ts";
import { createSecurityRequirement, securitySchemes } from "./security.ts";

export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
};

export function buildDocument({
  endpoints,
  info,
  tags,
}: {
  endpoints: readonly DocumentedEndpoint[];
  info: Record<string, unknown>;
  tags: OpenApiDocument["tags"];
}): OpenApiDocument {
  const components = createSchemaComponents();
  const errors = new ErrorComponents(components);
  const operations = endpoints.map(({ operation }) => operation);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method, operation } of endpoints) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = writeOperation(operation, components, errors);
  }
  return {
    openapi: "3.1.0",
    info,
    // Relative to the document's own URL: correct behind any proxy, and the same bytes for everyone.
    servers: [{ url: "/", description: "This gateway. Every route is also available under `/api`." }],
    tags,
    paths,
    components: {
      securitySchemes,
      parameters: { ...commonParameters, ...steeringParameters },
      headers: usedHeaders(operations),
      responses: errors.responses,
      examples: errors.listExamples(),
      schemas: sorted(components.schemas),
    },
  };
}

function writeOperation(
  operation: Operation,
  components: SchemaComponents,
  errors: ErrorComponents,
): Record<string, unknown> {
  const { id, tag, summary, description, body, bodyIsOptional, replies, key, isCall } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: createSecurityRequirement(key),
    parameters: [
      ...(operation.parameters ?? []).map((parameter) => writeParameter(parameter, components)),
      ...Object.keys({ ...(isCall ? steeringParameters : {}), ...commonParameters }).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(body ? { requestBody: { required: !bodyIsOptional, content: writeContent(body, components) } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, reply]) => [status, writeReply(reply, { components, isCall })]),
      ),
      ...errors.listResponses(operation.errors),
    },
  };
}

function writeParameter(parameter: Parameter, { toSchema }: SchemaComponents): Record<string, unknown> {
  const { name, in: place, description, schema, required = place === "path", example } = parameter;
  // The description is already beside the name.
  const { description: _, ...own } = toSchema(schema);
  return {
    name,
    in: place,
    description,
    required,
    schema: own,
    ...(example === undefined ? {} : { example }),
  };
}

function writeReply(
  { description, content, headers = [] }: OperationReply,
  { components, isCall = false }: { components: SchemaComponents; isCall: boolean | undefined },
) {
  return {
    description,
    headers: listHeaderNames([...headers, ...(isCall ? LIMIT_HEADERS : [])]),
    ...(content ? { content: writeContent(content, components) } : {}),
  };
}

function writeContent(content: Readonly<Record<string, Media>>, components: SchemaComponents) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema, examples }]) => [
      type,
      {
        schema: type === "text/event-stream" ? eventsOf(components.toSchema(schema)) : components.toSchema(schema),
        ...(examples ? { examples } : {}),
      },
    ]),
  );
}

/** OpenAPI 3.1 cannot describe the items of a stream; JSON Schema's description of a string's content comes closest. */
function eventsOf(event: JsonSchema): JsonSchema {
  return {
    type: "string",
    contentMediaType: "text/event-stream",
    description: "Server-sent events. `contentSchema` is the schema of the JSON behind each `data:`.",
    contentSchema: event,
  };
}

function usedHeaders(operations: readonly Operation[]): Record<string, unknown> {
  const replies = operations.flatMap((operation) => Object.values(operation.replies));
  const used = new Set<string>([
    ...LIMIT_HEADERS,
    ...["x-request-id", "x-gateway-error-source", "retry-after", "www-authenticate", "allow", "upgrade"],
    ...replies.flatMap(({ headers }) => headers ?? []),
  ]);
  return Object.fromEntries(Object.entries(headerComponents).filter(([name]) => used.has(name)));
}

function sorted<Value>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}
