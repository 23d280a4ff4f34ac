import { createRootFlag } from "./root-flag.ts";

export const PRESENTATION_KEY = "parlance.presentation";

/** Presentation: everything two steps larger, without ids and chips, for a projector or a shared screen. */
export const presentation = createRootFlag({ attribute: "presentation", key: PRESENTATION_KEY });
