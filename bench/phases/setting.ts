/** Processes and sizes that the phases of the gateway's benchmark share. */
import type { Processes, Target } from "../targets.ts";
import { chatWire } from "../wire.ts";

export type Setting = {
  processes: Processes;
  gateway: Target;
  bare: Target;
  /** True where another checkout is given, for the phases that compare with it. */
  hasEarlier: boolean;
  quick: boolean;
};

/** Routes of one upstream, the stub's chat dialect: through the bare proxy and, relayed, through the gateway. */
export const bareRoute = { client: chatWire, upstream: undefined };
export const relayRoute = { client: chatWire, upstream: chatWire };
