/**
 * Frees native memory: canvases and video frames are small for V8 and large outside it, and are freed only when V8
 * collects them. V8 alone sees no reason to, and a rendering would grow by megabytes per frame.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "minor" | "major" }) => void;

let collect: Collect | undefined;

/** Takes a millisecond or so; what has been collected is freed in the turns of the event loop that follow. */
export async function freeNativeMemory(type: "minor" | "major"): Promise<void> {
  collect ??= exposeCollector();
  collect({ type });
  await new Promise((resolve) => setImmediate(resolve));
}

/** The flag counts for contexts that are made while it is set. */
function exposeCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const exposed = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return exposed;
}
