const MEGABYTE = 1024 * 1024;

/** Bounds on sessions of `/v1/realtime` and of Gemini Live. */
export const REALTIME_LIMITS = {
  /** Size of one message, either way. */
  messageBytes: 16 * MEGABYTE,
  /** Open sessions of one process, and of one key in it. */
  sockets: 5_000,
  perKey: 1_000,
  /** Unsent bytes of one side from which the other side is not read. */
  unsentBytes: MEGABYTE,
  /** Messages of a client that wait while its session is set up. */
  waiting: 256,
  /** Time for the first message of a session that names its model in it. */
  setupMs: 30_000,
  /** Age at which a session ends; OpenAI's own end at the same. */
  ageMs: 3_600_000,
  /** Time without a message of either side after which a session ends. */
  idleMs: 900_000,
  /** Interval of pings and of looks at the limits. */
  tickMs: 15_000,
  /** Time without a pong, of unsent bytes, or of half a message after which a side counts as gone. */
  silentMs: 60_000,
} as const;
