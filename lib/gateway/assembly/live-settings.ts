/** Keeps the settings of a running gateway in step with the config file and the providers of the store. */
import { unwatchFile, watchFile } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type ConfigFile, readConfigFile } from "#lib/config/config-file.ts";
import { type Environment, getProcessEnvironment } from "#lib/config/environment.ts";
import { loadSettings } from "#lib/config/load-settings.ts";
import { findConfigPath, readConfigText } from "#lib/config/read-config-text.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import type { StoredUpstream } from "#lib/config/upstream-settings.ts";
import type { Reload } from "#lib/gateway/endpoints/providers/provider-services.ts";
import type { ConfigState } from "#lib/gateway/request/config-state.ts";
import type { Log } from "#lib/gateway/request/log.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import { applySettings, type Running } from "./apply-settings.ts";

export type LiveSettings = {
  state: ConfigState;
  reload: Reload;
  /** Adds the providers of the store at the start. */
  addStored(stored: readonly StoredUpstream[]): Promise<void>;
  close(): void;
};

/** An editor may write a file in several steps: an invalid one is read again before it is reported. */
const SECOND_LOOK_MS = 400;

export function createLiveSettings({
  running,
  renderVideo,
  redact,
  readStored,
  log,
  onRead = () => {},
  environment = getProcessEnvironment(),
}: {
  running: Running;
  /** Renderer of the sandbox's videos; tests use a quicker one. */
  renderVideo?: RenderVideo | undefined;
  redact: Redact;
  /** Reads the providers of the store. */
  readStored: () => Promise<StoredUpstream[]>;
  log: Log;
  /** Called after the config file was read again: with the names of its changed fields, or with why it is refused. */
  onRead?: (of: { changed: string[]; problem: string | undefined }) => void;
  environment?: Environment | undefined;
}): LiveSettings {
  const place = findConfigPath(environment);
  const readText = () => readConfigText(place);
  const state: ConfigState = { path: place.path, problem: undefined, restartNeeded: [], loadedAt: Date.now() };
  /** Text that is in effect; undefined without a file. */
  let text = readText();
  // Providers of the store change while the file on disk may be invalid: its last valid content counts.
  let file = readConfigFile(place, environment);
  let queue: Promise<void> = Promise.resolve();
  let secondLook: NodeJS.Timeout | undefined;

  async function apply(providers?: readonly StoredUpstream[]): Promise<void> {
    const next = loadSettings(environment, { file, stored: providers ?? (await readStored()) });
    state.restartNeeded = await applySettings(running, next, { redact, renderVideo });
  }

  /** Changes are applied one after another. */
  function enqueue(change: () => Promise<void>): Promise<void> {
    const done = queue.then(change);
    queue = done.catch(() => undefined);
    return done;
  }

  async function loadFile(): Promise<void> {
    const found = readText();
    if (found === text && state.problem === undefined) return;
    // A file that was there may not disappear: without it every upstream of it would be gone.
    if (found === undefined && text !== undefined) {
      throw new SettingsError({ field: place.path, expected: "the config file: it was removed" });
    }
    const before = file;
    file = readConfigFile(place, environment);
    try {
      await apply();
    } catch (error) {
      file = before;
      throw error;
    }
    text = found;
    state.loadedAt = Date.now();
    const restart = state.restartNeeded.length > 0 ? ` Restart to change ${state.restartNeeded.join(", ")}.` : "";
    log(`${place.path} was read again.${restart}`, { level: "info" });
    onRead({ changed: listChangedFields(before, file), problem: undefined });
  }

  async function onChange({ isSecondLook = false } = {}): Promise<void> {
    clearTimeout(secondLook);
    try {
      await enqueue(loadFile);
      state.problem = undefined;
    } catch (error) {
      const message = error instanceof SettingsError ? error.message : "The config file cannot be used.";
      if (!isSecondLook) {
        secondLook = setTimeout(() => void onChange({ isSecondLook: true }), SECOND_LOOK_MS);
        return;
      }
      if (state.problem !== message) {
        log(`The settings stay as they were: ${message}`);
        onRead({ changed: [], problem: message });
      }
      if (!(error instanceof SettingsError)) log(String(error));
      state.problem = message;
    }
  }

  const unwatch = watchConfigFile(place.path, () => void onChange());
  return {
    state,
    reload: () => enqueue(apply),
    addStored: (stored) => enqueue(() => apply(stored)),
    close() {
      clearTimeout(secondLook);
      unwatch();
    },
  };
}

/** Returns names of the top-level fields; their values may hold secrets. */
function listChangedFields(before: ConfigFile, after: ConfigFile): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof ConfigFile>;
  return [...fields].filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** Polling works on network and container volumes, where change events do not arrive. One `stat` takes microseconds. */
const INTERVAL_MS = 1_000;

/**
 * Watches the config file by its path, so that a file that is replaced, linked or created later is seen too.
 * @returns a function that ends the watch
 */
function watchConfigFile(path: string, onChange: () => void): () => void {
  const listener = () => onChange();
  watchFile(path, { interval: INTERVAL_MS, persistent: false }, listener);
  return () => unwatchFile(path, listener);
}
