/** What a route says about itself, in the terms of its own zod schemas: the document is built from this alone. */
import type { z } from "zod";

/** One method of a route. Every text may hold Markdown. */
export type Operation = {
  /** Unique; generated clients name their functions after it. */
  id: string;
  tag: string;
  /** A few words. */
  summary: string;
  description: string;
  parameters?: readonly Parameter[];
  /** By content type; absent for a method without a body. */
  body?: Readonly<Record<string, Media>>;
  /** True for a method that does something without a body too. */
  bodyIsOptional?: boolean;
  /** By status, the good ones only. */
  replies: Readonly<Record<number, OperationReply>>;
  /** Of the errors that every route may give, those that this one gives; 405 and 5xx are every route's. */
  errors: readonly ErrorStatus[];
  /** Where its own convention puts the key, which comes first among the places; "none" where no key is needed. */
  key: KeyPlace | "none";
};

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429;

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
  /** Of the body; of each event's data when the media type is `text/event-stream`. */
  schema: z.ZodType;
  /** A request's example and the reply to it have the same name; tests send the one and expect the other. */
  examples?: Readonly<Record<string, Example>>;
};

export type Example = {
  summary: string;
  value: unknown;
  /** Headers without which it would not be right. */
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
  | "x-upstream-request-id"
  | "x-exchange-status"
  | "x-goog-upload-url"
  | "x-goog-upload-status"
  | "x-goog-upload-size-received"
  | "set-cookie"
  | "etag"
  | "accept-ranges"
  | "content-range";

/** A method of a path, and what the document says of it. */
export type DocumentedEndpoint = {
  /** With `{name}` for its parameters. */
  path: string;
  method: string;
  operation: Operation;
};
