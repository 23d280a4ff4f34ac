/** Routes of the config file with which the gateway of the page tests runs. */
export const E2E_ROUTES = {
  /** Begins with a model that always fails. */
  "switch-demo": { targets: [{ model: "sandbox/fault-503" }], fallback: ["sandbox/guide"] },
  /** The same with a model of its own, whose breaker no other test opens. */
  "journey-demo": { targets: [{ model: "sandbox/fault-500" }], fallback: ["sandbox/guide"] },
  /** Switches only when a test pulls its first model down. */
  "steady-demo": {
    targets: [{ model: "sandbox/guide" }],
    fallback: ["sandbox/echo"],
    firstTokenMs: 8_000,
    sticky: "session",
    order: "strict",
  },
};
