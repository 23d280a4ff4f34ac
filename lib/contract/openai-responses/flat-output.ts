/**
 * Marks requests whose response may end its `output` with the spec's flat elements (`{type: "output_text", text}`)
 * after the real items. The AI SDK refuses a body with them (wire-formats §2.5), so the gateway omits them for it.
 */

/** A symbol instead of a field, so it is never serialised and no client can set it. */
export const FLAT_OUTPUT: unique symbol = Symbol.for("parlance.responses.flat-output") as never;

type Noted = { [FLAT_OUTPUT]?: boolean };

/** Returns the same request with the note for the writers of its response. */
export function withFlatOutput<Wire extends object>(wire: Wire, flatOutput: boolean): Wire & Noted {
  return { ...wire, [FLAT_OUTPUT]: flatOutput };
}

/** True unless `withFlatOutput` turned it off. */
export function wantsFlatOutput(wire: Noted): boolean {
  return wire[FLAT_OUTPUT] ?? true;
}
