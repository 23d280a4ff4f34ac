/**
 * Whether an answer's `output` ends with the flat elements of the spec (`{type: "output_text", text}`) behind the real
 * items. The AI SDK refuses a body that has them (wire-formats §2.5), so the gateway turns them off for it.
 */

/** A symbol, and so no field: it is never serialised, and no client can set it. */
export const FLAT_OUTPUT: unique symbol = Symbol.for("parlance.responses.flat-output") as never;

type Noted = { [FLAT_OUTPUT]?: boolean };

/** The same request, with the note for the writers of its answer. */
export function withFlatOutput<Wire extends object>(wire: Wire, flatOutput: boolean): Wire & Noted {
  return { ...wire, [FLAT_OUTPUT]: flatOutput };
}

/** True unless the gateway said otherwise. */
export function wantsFlatOutput(wire: Noted): boolean {
  return wire[FLAT_OUTPUT] ?? true;
}
