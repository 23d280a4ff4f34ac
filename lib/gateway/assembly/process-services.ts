/**
 * The services of this process. Next's bundles and the server load their code separately; both find them through
 * `globalThis`.
 */
import { loadSettings } from "#lib/config/load-settings.ts";
import type { AllServices } from "./services.ts";

const SLOT = Symbol.for("parlance.services");
type Slot = { [SLOT]?: Promise<AllServices> };

/** Returns the services of the server, otherwise creates them from the environment at the first call. */
export function getProcessServices(): Promise<AllServices> {
  const slot = globalThis as Slot;
  slot[SLOT] ??= create();
  return slot[SLOT];
}

/** Loads on demand what creates services: a page of the gateway's own server finds them, and needs nothing of it. */
async function create(): Promise<AllServices> {
  const { createServices } = await import("./create-services.ts");
  return createServices(loadSettings());
}

export function setProcessServices(services: AllServices): void {
  (globalThis as Slot)[SLOT] = Promise.resolve(services);
}
