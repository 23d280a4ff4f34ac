/** One call of a hook, as the request log has it. */
export type HookRun = {
  on: "request" | "response";
  /** `failed`: it gave no answer that counts. */
  action: "allow" | "block" | "replace" | "failed";
  /** Milliseconds. */
  ms: number;
};
