/** The archive of the pages that the npm package has, and where it is unpacked. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "tar";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findPagesArchive, unpackPages } from "#lib/server/packaged-pages/unpack-pages.ts";

const DAY_SECONDS = 86_400;

let folder: string;
let program: string;
let dataDir: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "parlance-unpack-"));
  program = join(folder, "program");
  dataDir = join(folder, "data");
  mkdirSync(join(folder, "built/.next/static"), { recursive: true });
  writeFileSync(join(folder, "built/.next/static/a.js"), "hello");
  mkdirSync(join(program, "pages"), { recursive: true });
  const file = join(program, "pages/-build_1.tar.zst");
  await create({ file, cwd: join(folder, "built"), portable: true, zstd: true }, ["."]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param beside folder beside the archive; one below a file can be written by nobody, not even by root */
function unpack(beside?: string): Promise<string> {
  return unpackPages({ archive: findPagesArchive(program) as string, dataDir, ...(beside && { beside }) });
}

const read = (place: string) => readFileSync(join(place, ".next/static/a.js"), "utf8");

it("finds no archive where the pages are files", () => {
  expect(findPagesArchive(folder)).toBeUndefined();
});

it("unpacks beside the archive, once for all processes that start at the same time", async () => {
  const places = await Promise.all([unpack(), unpack(), unpack()]);
  const place = join(program, "pages/-build_1");
  expect(places).toEqual([place, place, place]);
  expect(read(place)).toBe("hello");
  expect(readdirSync(join(program, "pages")).toSorted()).toEqual(["-build_1", "-build_1.tar.zst"]);
  expect(existsSync(join(dataDir, "pages"))).toBe(false);
});

it("leaves what is unpacked as it is", async () => {
  writeFileSync(join(await unpack(), ".next/static/a.js"), "changed");
  expect(read(await unpack())).toBe("changed");
});

it("unpacks in the folder of the data where the installation cannot be written", async () => {
  const place = await unpack(join(findPagesArchive(program) as string, "pages"));
  expect(place).toBe(join(dataDir, "pages/-build_1"));
  expect(read(place)).toBe("hello");
});

it("says why when no place can be written", async () => {
  const archive = findPagesArchive(program) as string;
  await expect(unpackPages({ archive, dataDir: archive, beside: join(archive, "pages") })).rejects.toThrow("ENOTDIR");
});

it("says so when the archive is broken, and leaves nothing behind", async () => {
  writeFileSync(findPagesArchive(program) as string, "not an archive");
  await expect(unpack()).rejects.toThrow(/-build_1\.tar\.zst could not be unpacked in .*data\/pages/);
  expect(readdirSync(join(program, "pages"))).toEqual(["-build_1.tar.zst"]);
  expect(readdirSync(join(dataDir, "pages"))).toEqual([]);
});

it("deletes pages of other versions that were not started for a month", async () => {
  const beside = join(findPagesArchive(program) as string, "pages");
  for (const [build, days] of [
    ["old", 31],
    ["recent", 29],
  ] as const) {
    const other = join(dataDir, "pages", build);
    mkdirSync(other, { recursive: true });
    const time = Date.now() / 1_000 - days * DAY_SECONDS;
    utimesSync(other, time, time);
  }
  await unpack(beside);
  expect(readdirSync(join(dataDir, "pages")).toSorted()).toEqual(["-build_1", "recent"]);
});

it("notes each start, so that the pages of a gateway that is started now and then stay", async () => {
  const place = await unpack();
  utimesSync(place, 0, 0);
  await unpack();
  expect(Date.now() - statSync(place).mtimeMs).toBeLessThan(60_000);
});
