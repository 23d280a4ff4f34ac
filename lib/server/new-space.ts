import { setFlagsFromString } from "node:v8";

/** V8's own factor by which the space of new objects grows while many survive. */
const USUAL_FACTOR = 2;

/** Lets V8 grow the space of new objects under load, or keeps it as small as it is. */
export function growNewSpace(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? USUAL_FACTOR : 1}`);
}
