import type { Operation } from "./openapi.ts";

/** Values that a reader has typed for a request. */
export type RequestDraft = {
  /** By `in` and name, such as `path.video_id`; empty ones are not sent. */
  values: Readonly<Record<string, string>>;
  mediaType?: string;
  /** Text of a JSON or text body. */
  body?: string;
  /** Fields of a form body. */
  form?: readonly (readonly [name: string, value: string | File])[];
};

export type BuiltRequest = { path: string; init: RequestInit };

/**
 * Returns the request of a draft.
 * @throws Error naming a required parameter without a value, or JSON that cannot be read
 */
export function buildRequest({ method, path, parameters }: Operation, draft: RequestDraft): BuiltRequest {
  let filled = path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    const value = (draft.values[`${place}.${name}`] ?? "").trim();
    if (value === "" && parameter.required) throw new Error(`Enter a value for ${name}.`);
    if (place === "path") filled = filled.replace(`{${name}}`, value.split("/").map(encodeURIComponent).join("/"));
    else if (value === "") continue;
    else if (place === "query") query.set(name, value);
    else headers.set(name, value);
  }
  const search = query.size > 0 ? `?${query}` : "";
  return { path: filled + search, init: { method, headers, ...buildBody(draft, headers) } };
}

function buildBody({ mediaType, body, form }: RequestDraft, headers: Headers): { body?: BodyInit } {
  if (mediaType === undefined) return {};
  if (mediaType === "multipart/form-data") {
    const data = new FormData();
    for (const [name, value] of form ?? []) if (typeof value !== "string" || value !== "") data.append(name, value);
    // The browser adds the header with the boundary.
    return { body: data };
  }
  if (mediaType === "application/json") {
    try {
      JSON.parse(body ?? "");
    } catch (error) {
      throw new Error(`The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  headers.set("content-type", mediaType === "*/*" ? "application/octet-stream" : mediaType);
  return { body: body ?? "" };
}
