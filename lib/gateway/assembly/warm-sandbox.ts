/** Loads the sandbox's modules and documentation at startup, so that the first page does not wait for them. */
import { answer as answerInSandbox } from "#lib/sandbox/answer.ts";

type WarmOptions = {
  log(line: string): void;
  /** Sandbox; replaced in tests. */
  answer?: typeof answerInSandbox;
};

/** Loads the sandbox, and never rejects: if it fails to load, its own requests fail, not the process. */
export async function warmSandbox({ log, answer = answerInSandbox }: WarmOptions): Promise<void> {
  const call = {
    model: "guide",
    messages: [{ role: "user" as const, content: "What is Parlance?" }],
    stream: false,
    dropped: [],
  };
  try {
    const parts = answer(call, { signal: new AbortController().signal, tokensPerSecond: 0 });
    // The first Part comes after everything is loaded.
    await parts.next();
    await parts.return();
  } catch (error) {
    log(`The sandbox did not load: ${error instanceof Error ? error.message : String(error)}`);
  }
}
