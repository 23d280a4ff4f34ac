/** Runs JavaScript of a model in a worker of a frame without an origin and without a network. */

export type CodeOutcome = { result?: string | null; error?: string; lines: string[] };

const RUN_MS = 5_000;
/** Time for the frame to load and to end the worker, in addition. */
const FRAME_MS = 5_000;

export async function runCode(code: string): Promise<CodeOutcome> {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Code of a tool call";
  frame.src = "/run-code.html";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  const ended = Promise.withResolvers<CodeOutcome>();
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    if (source === frame.contentWindow) ended.resolve(readOutcome(data));
  };
  const timer = setTimeout(
    () => ended.resolve({ error: "The code could not be run in this browser.", lines: [] }),
    RUN_MS + FRAME_MS,
  );
  addEventListener("message", listen);
  // A frame without an origin cannot be named as the target.
  frame.addEventListener("load", () => frame.contentWindow?.postMessage({ code, ms: RUN_MS }, "*"));
  document.body.append(frame);
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    removeEventListener("message", listen);
    frame.remove();
  }
}

/** The worker writes what it likes: only texts are taken from it. */
function readOutcome(data: unknown): CodeOutcome {
  const { outcome } = (data ?? {}) as { outcome?: Record<string, unknown> };
  const { result, error, lines } = outcome ?? {};
  const text = Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
  if (typeof error === "string") return { error, lines: text };
  return { result: typeof result === "string" ? result : null, lines: text };
}
