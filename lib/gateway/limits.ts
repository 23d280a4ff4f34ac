/**
 * Limits on everything that grows with input from clients and upstreams: per item and in total. Sizes in bytes, times
 * in ms.
 */

const MEGABYTE = 1024 * 1024;

/**
 * Shape of a request's JSON body. A conversation of 10,000 messages with tool calls fits, and so does a tool result of
 * 5,000 rows with 20 columns.
 */
export const JSON_LIMITS = {
  /** The deepest schemas and tool arguments in use have a few dozen levels. */
  depth: 200,
  fields: 10_000,
  values: 150_000,
} as const;

/** Shape of a reply or an event of an upstream; log probabilities have the most values. */
export const REPLY_JSON_LIMITS = { depth: 200, fields: 100_000, values: 1_000_000 } as const;

/** Names of dropped fields of one request, and the characters of one name, both of which a client controls. */
export const DROPPED_LIMITS = { names: 1_000, characters: 200 } as const;

/** Size of one server-sent event of an upstream. Events of image models hold whole images in base64. */
export const LARGEST_EVENT = 64 * MEGABYTE;

/**
 * Size of an upstream's response that is read whole, and of all events of a translated stream, since readers collect
 * tool calls from them. Measured after decompression.
 */
export const LARGEST_RESPONSE = 256 * MEGABYTE;

/** Size of an upstream's error body that is read for its message. The rest is not read. */
export const LARGEST_ERROR = MEGABYTE;

/** Blocks of text, reasoning and tool input of one translated stream, each with state in readers and writers. */
export const MOST_BLOCKS = 100_000;

/** Request bodies in memory; the budget of all together is the setting `limits.bodyMemoryBytes`. */
export const BODY_LIMITS = {
  /** Factor by which a body counts: as bytes, as text, and as the values that are parsed and written from it. */
  weight: 4,
  /** Largest share of the budget that one body counts for, so that a body of any size fits beside small ones. */
  largestShare: 0.75,
  /** Bodies of this size wait in line for memory; smaller ones take free memory at once. */
  largeBytes: MEGABYTE,
  /** Time that an unread body waits for memory before its request is refused. */
  waitMs: 30_000,
  /** Released memory of large bodies, counted with the factor, that triggers a garbage collection. */
  garbageBytes: 64 * MEGABYTE,
  /** Time without a large body before the collection. */
  quietMs: 2_000,
} as const;

/** Minimum pace of a body: in each `windowMs` of waiting for the client, `bytesPerSecond` on average. */
export const BODY_PACE = {
  /** A phone with 5 KB/s may be silent for most of a minute. */
  usual: { windowMs: 60_000, bytesPerSecond: 240 },
  /** Pace while the server stops, and for large bodies while others wait for memory. */
  urgent: { windowMs: 5_000, bytesPerSecond: 16_384 },
} as const;

/** Rest of a body that the response does not need, such as that of a request without a valid key. */
export const UNREAD_LIMITS = {
  /** Bytes that are read and discarded; the connection of a longer rest is closed. */
  bytes: 65_536,
  /** Time for that rest, and for the client to read the response before the connection is closed. */
  ms: 5_000,
} as const;

/** Audio that is uploaded to be transcribed. */
export const AUDIO_LIMITS = {
  /** One file, which is stored while its request runs. */
  fileBytes: 200 * MEGABYTE,
  /** Each field of the form beside it. */
  fieldBytes: 65_536,
  /** File that goes to generateContent inside of a request, which may have 20 MB with its base64. */
  inlineBytes: 14 * MEGABYTE,
} as const;

/** Resumable responses: requested with `x-gateway-keep`, and background responses. */
export const RESUMABLE_LIMITS = {
  /** Memory of all together; those that ended first are dropped first. */
  totalBytes: 256 * MEGABYTE,
  /** Memory of one response that a client can read again; its oldest bytes are dropped. The images of a stream fit. */
  responseBytes: 16 * MEGABYTE,
  /** Memory of an upstream's own events beside it, which only the inspector reads. */
  upstreamBytes: 4 * MEGABYTE,
  /** Memory that every response in progress may take, regardless of the others. */
  leastBytes: 256 * 1024,
  /** Time that a response is readable after its end: longer than a reload, or a visit to a few other pages. */
  readableMs: 300_000,
  /** Time that an unread response continues. */
  unreadMs: 120_000,
  /** Ended responses that are still readable. */
  ended: 10_000,
} as const;

/** Bodies of requests that are recorded for the log, while they are in memory. */
export const RECORDING_LIMITS = {
  /** One body; a longer one is recorded up to here. */
  bodyBytes: 16 * MEGABYTE,
  /** Chunks of one body. */
  chunks: 50_000,
  /** All bodies together, until the worker has packed them; beyond it bodies are cut. */
  totalBytes: 256 * MEGABYTE,
} as const;

/** Copies of resumable and background responses in Redis, for the readers of other instances. */
export const SHARED_STREAM_LIMITS = {
  /** Time after the last write for which a copy stays. */
  lifetimeMs: RESUMABLE_LIMITS.readableMs,
  /** Time that bytes wait for others. */
  batchMs: 25,
  entriesPerRead: 64,
  /** Time between two tries to copy while Redis is gone, and the time after which the end of a response is not copied. */
  retryMs: 500,
  longestEndMs: 10_000,
  /** Time between two signs of life of the instance that runs a response, and the silence after which it has ended. */
  beatMs: 3_000,
  silentMs: 15_000,
  /** Time between two looks of a reader that gets no message. */
  lookMs: 1_000,
  /** Time without Redis, or without the copy in it, after which a reader gives up. */
  unreachableMs: 10_000,
  /** Time between two messages of a reader to the instance that runs a response. */
  readingMs: 20_000,
  /** Wait for an instance that is asked to stop a response. */
  askMs: 3_000,
} as const;

/** Responses of `POST /v1/responses` with `background: true`. */
export const BACKGROUND_LIMITS = {
  /** Responses in progress at once. */
  running: 1_000,
  /** Events of one response; far more than any normal response has. */
  bytes: 64 * MEGABYTE,
  /** Time of retries to store a complete response when the store is not writable. */
  storeMs: 60_000,
  readableMs: 600_000,
  unreadMs: Number.POSITIVE_INFINITY,
  ended: 200,
} as const;

/** WebSockets of `/v1/responses`. */
export const SOCKET_LIMITS = {
  /** Size of one message; a longer one goes over HTTP. */
  messageBytes: 16 * MEGABYTE,
  /** Open sockets of one process, and of one key in it. */
  sockets: 5_000,
  perKey: 1_000,
  /** Responses of one socket that run at once, and messages that run or wait. */
  running: 16,
  messages: 64,
  /** Different values of `stream_id` on one socket. */
  streams: 32,
  /** Refused messages in a row after which a socket is closed. */
  refusals: 100,
  /** Unsent bytes of one socket from which its responses wait. */
  unsentBytes: MEGABYTE,
  /** Conversations of responses that are not stored: of one socket, and of all. */
  stateBytes: 32 * MEGABYTE,
  totalStateBytes: 256 * MEGABYTE,
  /** Age at which a socket is closed, once its responses have ended. */
  ageMs: 3_600_000,
  /** Interval of pings and of looks at the limits. */
  tickMs: 15_000,
  /** Time without a pong, of unsent bytes, or of half a message after which a socket is cut. */
  silentMs: 60_000,
} as const;

/** Bounds on the emulation of what an upstream's API lacks. */
export const EMULATION_LIMITS = {
  /** Choices, each of which is a call of its own; a request for more loses `n`, which `x-gateway-dropped` names. */
  choices: 8,
  /** Stop sequences that are watched for. */
  stops: 64,
} as const;

/**
 * Wrong keys, sign-in links and session cookies. After the free ones of a series each doubles the wait for the next;
 * attempts during a wait get 429 and change nothing. Right credentials are never refused.
 */
export const WRONG_CREDENTIAL_LIMITS = {
  /** Series of one IPv4 address, or one IPv6 /64. */
  perAddress: { free: 10, longestWaitMs: 300_000 },
  /** Series of all addresses together. */
  inTotal: { free: 200, longestWaitMs: 60_000 },
  firstWaitMs: 1_000,
  /** Time without a failure after the last wait, after which a series starts anew. */
  forgetMs: 900_000,
  /** Addresses with a series; beyond it the one with the oldest failure is dropped. */
  addresses: 10_000,
  /** Cookies of ended sessions, which browsers still send; each counts once. */
  endedSessions: 10_000,
  /** Wrong keys and cookies that are cached for seconds, separately from right ones. */
  cached: 1_000,
} as const;

/** Bounds on the health of the models: its age, the models of one list, and the keys whose lists are in memory. */
export const MODEL_HEALTH = { freshMs: 30_000, models: 500, keys: 200 };

/** Circuit breaker of a route's target: when it opens, and how long it stays open. */
export const BREAKER_LIMITS = {
  /** Failures in a row that open it. */
  consecutive: 5,
  /** Share of failures in one window that opens it, and the requests that a window needs for that. */
  failureRate: 0.5,
  leastRequests: 20,
  windowMs: 60_000,
  /** First time that it stays open; each failed probe doubles it. */
  openMs: 10_000,
  longestOpenMs: 300_000,
  /** Longest wait that an upstream can ask for by `retry-after`. */
  longestRetryAfterMs: 3_600_000,
} as const;

/** Start-up events of a stream that are held back until its first content, when another target could still take over. */
export const HOLD_LIMITS = { events: 64, bytes: 256 * 1024 } as const;

/** Routes: the wait for a target to become available, and the conversations whose target is remembered. */
export const ROUTE_LIMITS = { waitMs: 10_000, sessions: 10_000, sessionMs: 3_600_000 } as const;

/**
 * Labels of metrics: models and keys that are told apart, since each value is a series of its own; the rest are `other`.
 * And the milliseconds between the first and the last byte from which a response has a speed.
 */
export const METRIC_LIMITS = { models: 200, keys: 200, leastWriteMs: 50 } as const;

/** Data that is exported to a collector of OpenTelemetry. */
export const TELEMETRY_LIMITS = {
  /** Models whose attributes are kept ready; series of one histogram, of which all further ones are one. */
  ...{ models: 500, series: 2_000 },
  /** Characters of one text of a prompt or response. */
  textCharacters: 8_192,
  /** Characters of all texts of a prompt, and of those of a response. */
  contentCharacters: 65_536,
  /** Parts of one message. */
  parts: 200,
  /** Messages of one prompt, of which the last ones are exported. */
  messages: 200,
  /** Characters behind a cut that are searched for a secret which it would halve. */
  secretCharacters: 4_096,
  /** Bytes of a response that are read for its text. */
  responseBytes: 262_144,
  /** Milliseconds for the last export at the end of the process. */
  closeMs: 3_000,
  /** Milliseconds between warnings in the log that an export fails. */
  warningMs: 60_000,
} as const;

/** Reservations of keys with limits on tokens or with a budget. */
export const ADMISSION_LIMITS = {
  /** Output in tokens that a key's first response of a model is expected to have. */
  expectedOutput: 1_000,
  /** Bytes of a request for one token of its prompt: a low estimate, settled by the reported usage. */
  bytesPerToken: 4,
  /** Keys and models whose last outputs are remembered. */
  observedModels: 10_000,
  /** Wait in seconds for a place among concurrent requests, as clients are told. */
  concurrencyRetrySeconds: 1,
} as const;

/** Hooks of the operator, in bytes of JSON: what they check, and what they respond. A longer stream is not checked. */
export const HOOK_LIMITS = { bytes: 16 * MEGABYTE } as const;

/** The cache of responses: bytes of all and of one, and the longest time for which one is served. */
export const CACHE_LIMITS = { totalBytes: 64 * MEGABYTE, entryBytes: 2 * MEGABYTE, longestSeconds: 86_400 } as const;

/** Alerts to webhooks. */
export const ALERT_LIMITS = {
  /** Milliseconds between looks for alerts that are due. */
  tickMs: 3_000,
  /** Alerts that are sent at once. */
  batch: 20,
  /** Milliseconds for which an instance that sends an alert keeps it from the others. */
  leaseMs: 60_000,
  timeoutMs: 10_000,
  responseBytes: 65_536,
  /** Milliseconds from a failed attempt to the next one; there is none after the last. */
  retryMs: [5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 86_400_000],
  /** Alerts that `/api/alerts` lists. */
  listed: 100,
  /** Keys whose budgets are looked at. */
  keys: 2_000,
  /** Milliseconds for which an alert is stored: longer than a month, whose budget is alerted once. */
  keepMs: 62 * 24 * 3_600_000,
} as const;

const DAY_MS = 24 * 3_600_000;

/** Keys that one person may have for themselves. */
export const PERSONAL_KEYS = { active: 20 } as const;

/** Times for which data are stored that no setting changes, in milliseconds. */
export const LIFETIMES = {
  ...{ responses: 30 * DAY_MS, shares: 30 * DAY_MS, sessions: 30 * DAY_MS, uploads: 3_600_000 },
  evaluations: 180 * DAY_MS,
};
