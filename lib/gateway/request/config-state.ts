/** State of the config file of a running gateway. */
export type ConfigState = {
  path: string;
  /** Reason why the file is not in effect; undefined while it is. */
  problem: string | undefined;
  /** Changed settings that take effect after a restart. */
  restartNeeded: string[];
  /** Unix milliseconds of the last change that took effect. */
  loadedAt: number;
};

/** As responses show it. */
export function describeConfig({ path, problem, restartNeeded, loadedAt }: ConfigState) {
  return { path, problem: problem ?? null, restart_needed: restartNeeded, loaded_at: loadedAt };
}
