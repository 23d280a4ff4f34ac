/**
 * Preloaded by `--import`: writes the address of every module that the process and its workers load into the file that
 * `TRACED_MODULES` names, one line each.
 */
import { appendFileSync } from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";
import workerThreads from "node:worker_threads";

const file = process.env.TRACED_MODULES;
if (file === undefined) throw new Error("TRACED_MODULES has to name a file.");

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});

if (workerThreads.isMainThread) {
  // The gateway starts workers without the flags of the process.
  workerThreads.Worker = class extends workerThreads.Worker {
    constructor(script: string | URL, options: workerThreads.WorkerOptions = {}) {
      super(script, { ...options, execArgv: [...(options.execArgv ?? []), "--import", import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}
