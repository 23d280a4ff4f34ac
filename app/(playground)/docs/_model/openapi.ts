/** The gateway's OpenAPI document, as the API reference reads it. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  contentMediaType?: string;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
};

export type Media = {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
};
type Reply = { description?: string; content?: Record<string, Media> };

type Reference = { $ref: string };

type DocumentOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Reply | Reference>;
};

export type OpenApiDocument = {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  components: { schemas: Record<string, Schema>; [kind: string]: Record<string, unknown> };
};

export type Operation = {
  id: string;
  /** In upper case. */
  method: string;
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: Parameter[];
  bodies: [mediaType: string, media: Media][];
  replies: [status: string, reply: Reply][];
};

export type OperationGroup = { tag: string; description: string; operations: Operation[] };

/** Returns the operations by tag, in the order of the document. */
export function listOperations(document: OpenApiDocument): OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  for (const { name, description = "" } of document.tags) groups.set(name, { tag: name, description, operations: [] });
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "Other";
      const group = groups.get(tag) ?? { tag, description: "", operations: [] };
      groups.set(tag, group);
      group.operations.push(toOperation(document, { method, path, operation }));
    }
  }
  return [...groups.values()].filter(({ operations }) => operations.length > 0);
}

function toOperation(
  document: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: DocumentOperation },
): Operation {
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? "",
    needsKey: (operation.security ?? []).length > 0,
    parameters: (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter)),
    bodies: Object.entries(operation.requestBody?.content ?? {}),
    replies: Object.entries(operation.responses).map(([status, reply]) => [status, resolve<Reply>(document, reply)]),
  };
}

/** Follows `#/components/…` references. */
export function resolve<Value>(document: OpenApiDocument, value: Value | Reference): Value {
  if (typeof value !== "object" || value === null || !("$ref" in value) || typeof value.$ref !== "string")
    return value as Value;
  const [kind = "", name = ""] = value.$ref.replace("#/components/", "").split("/");
  return document.components[kind]?.[name] as Value;
}
