const ENDINGS: Readonly<Record<number, string>> = {
  1000: "The session has ended.",
  1001: "The session has ended: the other side went away.",
  1002: "The session has ended: a message was malformed.",
  1006: "The connection was lost.",
  1007: "The session was refused: a message was wrong.",
  1008: "The session was refused.",
  1009: "The session has ended: a message was too large.",
  1011: "The session has ended: the provider failed.",
  1012: "The session has ended: the gateway restarts.",
  1013: "The session has ended: the gateway is busy. Try again later.",
};

/** Codes of a close frame that tells nothing more. */
const PLAIN = new Set([1000, 1005, 1006]);

/**
 * Returns why a session is over, in a sentence, with the code of the close frame and its reason.
 * @param shown text that is on screen already, and is not repeated
 */
export function describeClosing({ code, reason }: { code: number; reason: string }, shown = ""): string {
  const sentence = ENDINGS[code] ?? "The session has ended.";
  const isShown = reason === "" || shown.startsWith(reason.replace(/…$/, ""));
  if (PLAIN.has(code) && isShown) return sentence;
  return `${sentence} (close code ${code}${isShown ? "" : `: ${reason}`})`;
}
