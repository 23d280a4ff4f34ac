/** Bounds on what MCP servers make the gateway hold. */
export const MCP_LIMITS = {
  /** Bytes of one response of a server, and of one message of a command. */
  responseBytes: 4 * 1024 * 1024,
  /** Open sessions of all keys with all servers. */
  sessions: 100,
  /** Open sessions of one key with servers that it connected by their URL. */
  urlSessions: 8,
  /** Commands that run at once: each session with one has a process of its own. */
  commands: 16,
  /** Requests of one session at once. */
  requests: 8,
  /** Pages of a list that are read, and items of all of them. */
  pages: 20,
  items: 500,
  /** JSON-RPC messages of one request that its reply shows; the ones after them are left out. */
  frames: 200,
  connectMs: 10_000,
  /** Milliseconds without a request after which a session is closed. */
  idleMs: 300_000,
  /** Milliseconds between looks for such sessions. */
  sweepMs: 15_000,
  /** Milliseconds for the farewell to a server. */
  closeMs: 1_000,
} as const;
