/**
 * A port on which nobody listens. Systems give a port that was free a moment ago to the next server that asks for any;
 * this one is below those that they give, and `fetch` does not refuse it.
 */
export const CLOSED_PORT = 4;
