/** The gateway's OpenAPI document, and checks of values against the schemas in it. */
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { documentEndpoint } from "#lib/gateway/assembly/openapi.ts";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import type { OpenApiDocument } from "#lib/openapi/build-document.ts";

export type Schema = Record<string, unknown>;
export type Media = { schema: Schema; examples?: Record<string, MediaExample> };
export type MediaExample = { summary: string; value: unknown; "x-headers"?: Record<string, string> };
export type DocumentedParameter = { name: string; in: string; required?: boolean; schema: Schema; example?: unknown };
export type DocumentedReply = { headers?: Record<string, unknown>; content?: Record<string, Media> };
export type DocumentedOperation = {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: (DocumentedParameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, DocumentedReply | { $ref: string }>;
};

/** As the gateway serves it. */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const request = {
    method: "GET",
    path: "/openapi.json",
    query: "",
    headers: {},
    body: { bytes: async () => new Uint8Array(), async *chunks() {} },
    client: new ClientPresence(),
  };
  const { body } = await documentEndpoint(() => endpoints).handle({ request } as never);
  return JSON.parse(String(body));
}

/** Every operation with its path and method, in the document's order. */
export function listOperations(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as DocumentedOperation,
    })),
  );
}

/** @returns a function that gives what is wrong with a value by a schema of the document; undefined when it fits */
export function createSchemaCheck(document: OpenApiDocument): (schema: Schema, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    const check =
      compiled.get(key) ??
      ajv.compile(JSON.parse(key.replaceAll('"$ref":"#/components/', '"$ref":"openapi#/components/')));
    compiled.set(key, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

/** The schema of a JSON request body, by path. */
export function getRequestSchema(document: OpenApiDocument, path: string): Schema {
  const operation = document.paths[path]?.post as DocumentedOperation | undefined;
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  if (!schema) throw new Error(`POST ${path} has no JSON body in the document.`);
  return schema;
}
