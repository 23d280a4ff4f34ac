/**
 * Replies and streams of each text dialect: the fixtures of this repository, and real recordings where a folder of them
 * is at hand. tests/fixtures/README.md describes the files. A dialect without cases is an error, so that no law is
 * tested on nothing.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));
const RECORDINGS = process.env.RECORDINGS ?? fileURLToPath(new URL("../../../shared/recordings", import.meta.url));

const REPLY = ".json";
const STREAM = ".chunks.txt";

/** The first word of a fixture's name. Every dialect has each of them. */
export const FIXTURE_KINDS = ["text", "tools", "reasoning", "refusal", "length", "error", "cut"] as const;
export type FixtureKind = (typeof FIXTURE_KINDS)[number];

export type ReplyFixture = { name: string; json: object };
export type StreamFixture = { name: string; events: unknown[] };

/** Replies of HTTP status 200, of a response that did not fail. */
export function replyFixtures(dialect: string): ReplyFixture[] {
  return found(dialect, "replies", readReplies(dialect).filter(hasNoError));
}

/** Bodies of failed responses. */
export function errorFixtures(dialect: string): ReplyFixture[] {
  const errors = readReplies(dialect).filter((fixture) => !hasNoError(fixture));
  return found(dialect, "error bodies", errors);
}

/** Streams that reach their proper end. */
export function streamFixtures(dialect: string): StreamFixture[] {
  const whole = readStreams(dialect).filter(({ name }) => !["error", "cut"].includes(readKind(name)));
  return found(dialect, "streams", whole);
}

/** Streams that end in the upstream's own error event. */
export function failedStreamFixtures(dialect: string): StreamFixture[] {
  return found(dialect, "failed streams", streamsOfKind(dialect, "error"));
}

/** Streams whose connection closed before their end. */
export function cutStreamFixtures(dialect: string): StreamFixture[] {
  return found(dialect, "cut streams", streamsOfKind(dialect, "cut"));
}

/** Stream and reply of one name: two forms of the same response. Recordings of one name are two responses. */
export function pairedFixtures(dialect: string): (StreamFixture & { json: object })[] {
  const replies = new Map(replyFixtures(dialect).map(({ name, json }) => [name, json]));
  const own = new Set(fixtureNames(dialect));
  const pairs = streamFixtures(dialect).flatMap(({ name, events }) => {
    const json = own.has(name + STREAM) ? replies.get(name) : undefined;
    return json ? [{ name, events, json }] : [];
  });
  return found(dialect, "pairs", pairs);
}

/** The file names of this repository's own fixtures. */
export function fixtureNames(dialect: string): string[] {
  return listNames(join(FIXTURES, dialect));
}

/** The file names of real recordings; undefined where there is no folder of them. */
export function recordingNames(dialect: string): string[] | undefined {
  return existsSync(RECORDINGS) ? listNames(join(RECORDINGS, dialect)) : undefined;
}

export function readKind(name: string): string {
  return name.split(/[-.]/, 1)[0] ?? "";
}

const hasNoError = ({ json }: ReplyFixture) => (json as { error?: unknown }).error == null;

function streamsOfKind(dialect: string, kind: FixtureKind): StreamFixture[] {
  return readStreams(dialect).filter(({ name }) => readKind(name) === kind);
}

function readReplies(dialect: string): ReplyFixture[] {
  return readAll(dialect, REPLY).map(({ name, text }) => ({ name, json: JSON.parse(text) }));
}

function readStreams(dialect: string): StreamFixture[] {
  return readAll(dialect, STREAM).map(({ name, text }) => ({
    name,
    events: text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }));
}

function readAll(dialect: string, ending: string): { name: string; text: string }[] {
  return [FIXTURES, RECORDINGS].flatMap((root) => {
    const folder = join(root, dialect);
    return listNames(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => ({ name: name.slice(0, -ending.length), text: readFileSync(join(folder, name), "utf8") }));
  });
}

function listNames(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function found<Fixture>(dialect: string, what: string, fixtures: Fixture[]): Fixture[] {
  if (fixtures.length === 0) throw new Error(`No ${what} of ${dialect} in tests/fixtures.`);
  return fixtures;
}
