/** Reason that there is no microphone, as a sentence for the screen. */
export class MicrophoneProblem extends Error {}

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError:
    "The browser may not use the microphone. Allow it for this site in the browser’s settings, then try again.",
  SecurityError:
    "The browser may not use the microphone. Allow it for this site in the browser’s settings, then try again.",
  NotFoundError: "No microphone was found. Connect one, then try again.",
  OverconstrainedError: "No microphone was found. Connect one, then try again.",
  NotReadableError: "The microphone is in use by another program. Close it there, then try again.",
};

/** @param error as `getUserMedia` rejects; its name tells the reason */
export function toMicrophoneProblem(error: unknown): MicrophoneProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return new MicrophoneProblem(SENTENCES[name] ?? "The microphone couldn’t be opened. Check it, then try again.");
}

/** @returns why this page cannot use a microphone at all; undefined when it can ask for one */
export function findMicrophoneObstacle({
  isSecure,
  canRecord,
}: {
  isSecure: boolean;
  canRecord: boolean;
}): MicrophoneProblem | undefined {
  if (!isSecure) return new MicrophoneProblem("The microphone needs HTTPS. Open this page at an https:// address.");
  if (!canRecord) return new MicrophoneProblem("This browser can’t record audio. Attach an audio file instead.");
  return undefined;
}
