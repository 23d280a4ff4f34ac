/**
 * Times of a search and of a list over thousands of stored conversations, on SQLite and Postgres: exit status 1 when
 * one takes longer than the target. `--quick` for fewer conversations.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { listWords } from "#lib/gateway/endpoints/conversations/list-words.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startPostgres } from "#tests/store/start-postgres.ts";
import { createRandom } from "./random.ts";

const TARGET_MS = 100;
const OWN = process.argv.includes("--quick") ? 500 : 5_000;
const OWNERS = 5;
const WORDS = 400;
const ROUNDS = 30;
/** From most conversations to few. */
const QUERIES = {
  "a frequent word": "w0",
  "two words": "w12 w30",
  "a rare beginning": "w39",
  "a word of none": "nowhere",
};

const random = createRandom(7);
/** Frequencies fall like those of a language. */
const pick = () => `w${Math.floor(4_000 * random() ** 3)}`;

async function fill(store: Store): Promise<void> {
  for (let owner = 0; owner < OWNERS; owner += 1) {
    for (let index = 0; index < OWN; index += 1) {
      const text = Array.from({ length: WORDS }, pick).join(" ");
      const content = JSON.stringify({ transcript: { turns: { a: { role: "user", text } } } });
      const facts = { kind: "conversation", page: "chat", title: `Chat ${index}`, folder: "", tags: null } as const;
      const key = { keyId: `key_${owner}`, id: `c${index}` };
      await store.conversations.write(key, { ...facts, content, searchWords: listWords([text]).join(" ") }, 0);
    }
  }
}

async function measure(
  store: Store,
  words: string[] | undefined,
): Promise<{ p50: number; max: number; found: number }> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    const query = { keyId: "key_1", kind: "conversation", isTrashed: false, limit: 50 } as const;
    found = (await store.conversations.list({ ...query, ...(words ? { words } : {}) })).length;
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  return { p50: times[ROUNDS >> 1] ?? 0, max: times.at(-1) ?? 0, found };
}

async function run(name: string, store: Store): Promise<boolean> {
  await fill(store);
  let isFast = true;
  for (const [label, text] of Object.entries({ "no search": undefined, ...QUERIES })) {
    const { p50, max, found } = await measure(store, text === undefined ? undefined : listWords([text]));
    console.log(`${name}, ${label}: p50 ${p50.toFixed(1)} ms, max ${max.toFixed(1)} ms, ${found} on the page`);
    if (p50 > TARGET_MS) isFast = false;
  }
  await store.close();
  return isFast;
}

console.log(`${OWNERS} owners with ${OWN} conversations of ${WORDS} words each; target ${TARGET_MS} ms`);
const folder = mkdtempSync(join(new URL("..", import.meta.url).pathname, ".bench-"));
let isFast = true;
try {
  isFast = await run("SQLite", await openStore({ dataDir: folder, synchronous: "normal" }));
  const postgres = await startPostgres();
  if (typeof postgres !== "string") {
    try {
      isFast = (await run("Postgres", await openStore({ dataDir: folder, databaseUrl: postgres.url }))) && isFast;
    } finally {
      await postgres.stop();
    }
  } else console.log(`Postgres: skipped. ${postgres}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isFast ? 0 : 1;
