/** Who is signed in and which models they can ask: read once for all pages, and again when it may have changed. */

import { fetchSession, type SignedIn } from "../gateway/gateway-session.ts";
import { createStore } from "../shell/create-store.ts";
import { fetchModels, type ModelCatalogue } from "./models.ts";

export type CatalogueState = {
  /** Undefined until the gateway has answered. */
  signedIn?: boolean;
  /** Who that is. */
  session?: SignedIn;
  listed?: ModelCatalogue;
  /** Why the last reading failed; what was read before stands. */
  problem?: string;
};

/** What was read within these milliseconds is not read again for a page that has just been opened. */
const FRESH_FOR = 60_000;
/** Milliseconds before the one second try. */
const RETRY_AFTER = 1000;

export const catalogue = createStore<CatalogueState>({});

let readAt = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;
/** Counts what was forgotten: a reading that began before says nothing any more. */
let generation = 0;

/** Never rejects: what went wrong is in the state. Calls at the same time share one reading. */
export function readCatalogue(): Promise<void> {
  if (performance.now() - readAt < FRESH_FOR) return Promise.resolve();
  reading ??= readAndKeep();
  return reading;
}

/** After signing in or out: another key may see other models. */
export function forgetCatalogue(): void {
  generation += 1;
  readAt = Number.NEGATIVE_INFINITY;
  reading = undefined;
  catalogue.set({ signedIn: undefined, session: undefined, listed: undefined, problem: undefined });
}

async function readAndKeep(): Promise<void> {
  const mine = generation;
  const state = await read();
  if (mine !== generation) return;
  reading = undefined;
  if (state.listed) readAt = performance.now();
  catalogue.set(state);
}

async function read(): Promise<Partial<CatalogueState>> {
  // The list is asked for at once: nearly always somebody is signed in.
  const [session, models] = await Promise.all([settle(twice(fetchSession)), settle(fetchModels())]);
  if ("error" in session) return { problem: session.error };
  if (session.value === null) return { signedIn: false, session: undefined, listed: undefined, problem: undefined };
  const known = { signedIn: true, session: session.value };
  const listed = "error" in models ? await settle(fetchModels()) : models;
  if ("error" in listed) return { ...known, problem: listed.error };
  return { ...known, listed: listed.value, problem: undefined };
}

async function twice<Value>(ask: () => Promise<Value>): Promise<Value> {
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
    return { error: error instanceof Error ? error.message : "The gateway could not be asked." };
  }
}
