/** The session and its models: read once for all pages, and again when they may have changed. */

import { fetchSession, type SignedIn } from "../gateway/gateway-session.ts";
import { createStore } from "../shell/create-store.ts";
import { fetchModels, type ModelCatalogue } from "./models.ts";

export type CatalogueState = {
  /** Undefined until the gateway has responded. */
  signedIn?: boolean;
  /** The signed-in session. */
  session?: SignedIn;
  listed?: ModelCatalogue;
  /** Why the last read failed; the earlier data stays. */
  problem?: string;
};

/** Milliseconds for which the data is fresh and not read again for a newly opened page. */
const FRESH_PERIOD = 60_000;
/** Milliseconds before the single retry. */
const RETRY_AFTER = 1000;

export const catalogue = createStore<CatalogueState>({});

let readAt = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;
/** Generation of the data; reads of an earlier generation are ignored. */
let generation = 0;

/** Reads the catalogue. Never rejects: errors are in the state. Concurrent calls share one read. */
export function readCatalogue(): Promise<void> {
  if (performance.now() - readAt < FRESH_PERIOD) return Promise.resolve();
  reading ??= readAndStore();
  return reading;
}

/** Reads the models again, after a provider was connected or removed. The earlier data stays until then. */
export async function refreshCatalogue(): Promise<void> {
  await reading;
  readAt = Number.NEGATIVE_INFINITY;
  await readCatalogue();
}

/** Clears the data after signing in or out: another key may see other models. */
export function forgetCatalogue(): void {
  generation += 1;
  readAt = Number.NEGATIVE_INFINITY;
  reading = undefined;
  catalogue.set({ signedIn: undefined, session: undefined, listed: undefined, problem: undefined });
}

async function readAndStore(): Promise<void> {
  const mine = generation;
  const state = await read();
  if (mine !== generation) return;
  reading = undefined;
  if (state.listed) readAt = performance.now();
  catalogue.set(state);
}

async function read(): Promise<Partial<CatalogueState>> {
  // In a task of its own: the effect that asks runs at the end of hydration, and two requests take a phone 10 ms.
  await new Promise((resolve) => setTimeout(resolve));
  // Requests the models without waiting for the session: usually somebody is signed in.
  const [session, models] = await Promise.all([settle(retryOnce(fetchSession)), settle(fetchModels())]);
  if ("error" in session) return { problem: session.error };
  if (session.value === null) return { signedIn: false, session: undefined, listed: undefined, problem: undefined };
  const known = { signedIn: true, session: session.value };
  const listed = "error" in models ? await settle(fetchModels()) : models;
  if ("error" in listed) return { ...known, problem: listed.error };
  return { ...known, listed: listed.value, problem: undefined };
}

async function retryOnce<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    return ask();
  }
}

async function settle<Value>(promise: Promise<Value>): Promise<{ value: Value } | { error: string }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: error instanceof Error ? error.message : "Couldn’t reach the gateway." };
  }
}
