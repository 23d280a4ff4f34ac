/** Loads what the sandbox reads at its first answer, so that whoever opens the page first does not wait for it. */
import { answer } from "#lib/sandbox/answer.ts";

export async function warmSandbox(): Promise<void> {
  const call = {
    model: "guide",
    messages: [{ role: "user" as const, content: "What is Parlance?" }],
    stream: false,
    dropped: [],
  };
  const parts = answer(call, { signal: new AbortController().signal, tokensPerSecond: 0 });
  // The first Part comes after everything is loaded.
  await parts.next();
  await parts.return();
}
