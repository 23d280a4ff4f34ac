/** Bounds of everything that grows with what clients and upstreams send: per item and in total. Sizes in bytes, times in ms. */

const MEGABYTE = 1024 * 1024;

/**
 * The shape of a request's JSON body. A conversation of 10,000 messages with tool calls is within it,
 * and so is a tool result of 5,000 rows with 20 columns.
 */
export const JSON_LIMITS = {
  /** The deepest schemas and tool arguments in use have some dozens. */
  depth: 200,
  fields: 10_000,
  values: 150_000,
} as const;

/** The shape of a reply or an event of an upstream, of which log probabilities have the most values. */
export const REPLY_JSON_LIMITS = { depth: 200, fields: 100_000, values: 1_000_000 } as const;

/** Names of dropped fields of one request, and the characters of one name: a client makes them up. */
export const DROPPED_LIMITS = { names: 1_000, characters: 200 } as const;

/** One server-sent event of an upstream. Those of image models carry whole pictures in base64. */
export const LARGEST_EVENT = 64 * MEGABYTE;

/**
 * An upstream's response that is read whole, and all events of a stream that is translated, for readers gather tool calls
 * from them. As the body is when decompressed.
 */
export const LARGEST_RESPONSE = 256 * MEGABYTE;

/** An upstream's error body, which is read for its message. The rest of a longer one is not read. */
export const LARGEST_ERROR = MEGABYTE;

/** Blocks of text, reasoning and tool input of one translated stream, for each of which readers and writers keep state. */
export const MOST_BLOCKS = 100_000;

/** Bodies of requests in memory; the budget of all together is the setting `limits.bodyMemoryBytes`. */
export const BODY_LIMITS = {
  /** A body is counted so many times: as bytes, as text, and as the values that are parsed and written from it. */
  weight: 4,
  /** Largest share of the budget that one body is counted with, so that one of any size fits beside small ones. */
  largestShare: 0.75,
  /** Bodies of this size wait in line for memory; smaller ones take what is free. */
  largeBytes: MEGABYTE,
  /** Time that a body waits for memory, unread, before its request is refused. */
  waitMs: 30_000,
  /** Memory of large bodies that has been given back, counted by weight, after which it is collected. */
  garbageBytes: 64 * MEGABYTE,
  /** Time without a large body before that. */
  quietMs: 2_000,
} as const;

/** Least pace of a body that is awaited: in each `windowMs` of waiting for the client, `bytesPerSecond` on average. */
export const BODY_PACE = {
  /** A phone with 5 KB/s may be silent for most of a minute. */
  usual: { windowMs: 60_000, bytesPerSecond: 240 },
  /** While the server stops, and for large bodies while others wait for memory. */
  urgent: { windowMs: 5_000, bytesPerSecond: 16_384 },
} as const;

/** Rest of a body that the response did not need, such as that of a request without a valid key. */
export const UNREAD_LIMITS = {
  /** Bytes that are read and discarded; the connection of a longer rest is closed. */
  bytes: 65_536,
  /** Time for that rest, and for the client to read the response before the connection is closed. */
  ms: 5_000,
} as const;

/** Resumable responses: those that `x-gateway-keep` asks for, and background responses. */
export const RESUMABLE_LIMITS = {
  /** Memory of all together; those that ended first are forgotten first. */
  totalBytes: 256 * MEGABYTE,
  /** One response that a client reads again; its oldest bytes give way. Images of a stream fit. */
  responseBytes: 16 * MEGABYTE,
  /** An upstream's own events beside it, which only the inspector reads. */
  upstreamBytes: 4 * MEGABYTE,
  /** Memory that a response in progress may take however much the others do. */
  leastBytes: 256 * 1024,
  /** Time that a response can be read after its end: longer than a reload, or a walk over a few pages, takes. */
  readableMs: 300_000,
  /** Time that a response goes on which nobody reads. */
  unreadMs: 120_000,
  /** Responses that have ended and can still be read. */
  ended: 10_000,
} as const;

/** Responses of `POST /v1/responses` with `background: true`. */
export const BACKGROUND_LIMITS = {
  /** Responses in progress at once. */
  running: 1_000,
  /** Events of one response; far more than any that ends. */
  bytes: 64 * MEGABYTE,
  /** Time in which a store that cannot be written is tried again for a response that is complete. */
  storeMs: 60_000,
  readableMs: 600_000,
  unreadMs: Number.POSITIVE_INFINITY,
  ended: 200,
} as const;

/**
 * Wrong keys, sign-in links and session cookies. Beyond the free ones of a series each doubles the wait for the next, and
 * those that come during a wait get 429 and change nothing. Right credentials are never refused.
 */
export const WRONG_CREDENTIAL_LIMITS = {
  /** Series of one IPv4 address, or one IPv6 /64. */
  perAddress: { free: 10, longestWaitMs: 300_000 },
  /** Series of all addresses together. */
  inTotal: { free: 200, longestWaitMs: 60_000 },
  firstWaitMs: 1_000,
  /** Time without a failure after the last wait, after which a series begins anew. */
  forgetMs: 900_000,
  /** Addresses with a series; beyond it the one that failed longest ago is forgotten. */
  addresses: 10_000,
  /** Cookies of ended sessions, which browsers go on sending; each counts once. */
  endedSessions: 10_000,
  /** Wrong keys and cookies that are cached for seconds, apart from the right ones. */
  cached: 1_000,
} as const;
