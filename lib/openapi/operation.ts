/** Description of a route by its own zod schemas: the only input of the document. */
import type { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";

/** Method of a route. Every text may contain Markdown. */
export type Operation = {
  /** Unique; generated clients name their functions after it. */
  id: string;
  tag: string;
  /** A few words. */
  summary: string;
  description: string;
  parameters?: readonly Parameter[];
  /** True for a call of a model: it takes the headers that steer it, and its responses have the limits of the key. */
  isCall?: true;
  /** Body by content type; absent for a method without a body. */
  body?: Readonly<Record<string, Media>>;
  /** True when the body may be missing. */
  bodyIsOptional?: boolean;
  /** Successful replies by status. */
  replies: Readonly<Record<number, OperationReply>>;
  /** Errors that this route can return, besides those of every route (`SERVER_ERRORS`). */
  errors: readonly ErrorName[];
  /** Place of the key in the route's own dialect, listed first; "none" when no key is needed. */
  key: KeyPlace | "none";
};

export type KeyPlace = "bearer" | "apiKey" | "providerApiKey";

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  schema: z.ZodType;
  required?: boolean;
  example?: string | number;
};

export type Media = {
  /** Schema of the body; of each event's data when the media type is `text/event-stream`. */
  schema: z.ZodType;
  /** Examples; a request's example and its reply have the same name, and tests send one and expect the other. */
  examples?: Readonly<Record<string, Example>>;
};

export type Example = {
  summary: string;
  value: unknown;
  /** Headers that the example needs. */
  "x-headers"?: Readonly<Record<string, string>>;
};

export type OperationReply = {
  description: string;
  content?: Readonly<Record<string, Media>>;
  headers?: readonly ReplyHeader[];
};

export type ReplyHeader =
  | "x-gateway-lane"
  | "x-gateway-upstream"
  | "x-gateway-dropped"
  | "x-gateway-emulated"
  | "x-gateway-prompt"
  | "x-gateway-placeholders"
  | "x-gateway-route"
  | "x-upstream-request-id"
  | "x-exchange-status"
  | "x-goog-upload-url"
  | "x-goog-upload-status"
  | "x-goog-upload-size-received"
  | "set-cookie"
  | "etag"
  | "accept-ranges"
  | "content-range";

/** Method of a path with its documentation. */
export type DocumentedEndpoint = {
  /** Path with `{name}` for its parameters. */
  path: string;
  method: string;
  operation: Operation;
};
