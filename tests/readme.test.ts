/** The README's claims, compared with what they are about. Its samples run in tests/sandbox/samples-run.test.ts. */
import { statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { TOUR_STOPS } from "#lib/contract/tour.ts";
import * as limits from "#lib/gateway/limits.ts";
import { readProjectFile } from "./support/source-files.ts";

const README = readProjectFile("README.md");

/** Cells of the table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = README.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

describe("commands", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readProjectFile("package.json"));
  const named = [...README.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? "");

  it.each([...new Set(named)])("npm has the script %s", (name) => {
    expect(scripts).toHaveProperty([name]);
  });

  it("are the two of a start, and more", () => {
    expect(README).toContain("```sh\nnpm ci\nnpm start\n```");
    expect(new Set(named).size).toBeGreaterThan(4);
  });
});

describe("the four figures", () => {
  const [, file = ""] = /\]\((bench\/results\/gateway-[^)]+\.json)\)/.exec(README) ?? [];
  type Figure = { name: string; gateway: number; reference?: { value: number; ratio: number } };
  const { date, figures }: { date: string; figures: Figure[] } = JSON.parse(readProjectFile(file));

  /** Figures of the result, in the order of the table. */
  const SOURCES = [
    "relay, 64 connections: requests per second",
    "relay, 64 connections: CPU µs per request",
    "500 streams that open within one second, relay: first byte p50 ms",
    "translated whole replies, median pair: CPU µs per request",
  ];
  const rows = rowsUnder("Four figures");
  const number = (cell = "") => Number(/(?:^|, )([\d,.]*\d)(?: ms| µs| ×|$)/.exec(cell)?.[1]?.replaceAll(",", ""));

  it("are four, of the day that they name", () => {
    expect(rows).toHaveLength(SOURCES.length);
    expect(README).toContain(`[${date.slice(0, 10)}](${file})`);
  });

  it.each(SOURCES.map((source, index) => ({ source, index })))("$source", ({ source, index }) => {
    const figure = figures.find(({ name }) => name === source);
    const [, ours, beside, ratio] = rows[index] ?? [];
    if (!figure?.reference) throw new Error(`${file} has no figure "${source}".`);
    const digits = (cell = "") => /\.(\d+)/.exec(/[\d,.]+(?= ms| µs| ×|$)/.exec(cell)?.[0] ?? "")?.[1]?.length ?? 0;
    expect(number(ours)).toBe(Number(figure.gateway.toFixed(digits(ours))));
    expect(number(beside)).toBe(Number(figure.reference.value.toFixed(digits(beside))));
    expect(number(ratio)).toBe(Number(figure.reference.ratio.toFixed(2)));
  });
});

describe("claims", () => {
  it("counts the cases of the list of losses", () => {
    const [, count] = /(\d+ of \d+) cases lose nothing/.exec(README) ?? [];
    expect(readProjectFile("docs/losses.md")).toContain(`${count} cells lose nothing`);
  });

  it("counts the stops of the tour", () => {
    expect(TOUR_STOPS).toHaveLength(8);
    expect(README).toContain("**Guided tour**: eight prepared demonstrations");
  });

  it("shows a film of less than 2 MB, with an alternative text", async () => {
    const [, text = "", path = ""] = /!\[([^\]]+)\]\((docs\/images\/[^)]+\.webp)\)/.exec(README) ?? [];
    const file = join(import.meta.dirname, "..", path);
    expect(text.length).toBeGreaterThan(40);
    expect(statSync(file).size).toBeLessThan(2_000_000);
    expect((await sharp(file).metadata()).pages).toBeGreaterThan(20);
  });

  it("single sign-on is by OpenID Connect, and has a setting", () => {
    expect(rowsUnder("Compared").find(([name]) => name === "Single sign-on")?.[1]).toContain("OpenID Connect");
    expect(readProjectFile("docs/config.schema.json")).toContain('"oidc"');
    expect(readProjectFile("docs/config.schema.json")).not.toMatch(/\b(?:saml|scim)\b/i);
  });
});

describe("what is kept, and how long", () => {
  const kept = new Map(rowsUnder("What is kept, where and how long").map(([what = "", , time = ""]) => [what, time]));
  const timeOf = (start: string) => [...kept].find(([what]) => what.startsWith(start))?.[1];
  const days = (milliseconds: number) => `${milliseconds / 86_400_000} days`;
  /** A constant that only its module needs, read from its source. */
  const lifetime = (path: string, name = "LIFETIME_MS"): number => {
    const [, product = ""] = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(readProjectFile(path)) ?? [];
    return product.split("*").reduce((value, factor) => value * Number(factor.trim().replaceAll("_", "")), 1);
  };

  it("is what the settings say by default", () => {
    const { requestLog, images, videos } = loadSettings({}, { file: {} });
    expect(timeOf("Request log")).toBe(`${requestLog.days} days (\`requestLog.days\`)`);
    expect(timeOf("Images at an address")).toBe(`${images.addressSeconds / 3600} hour (\`images.addressSeconds\`)`);
    expect(timeOf("Finished videos")).toBe(`${videos.keepSeconds / 3600} hours (\`videos.keepSeconds\`)`);
  });

  it("is what the videos' code says", () => {
    const source = readProjectFile("lib/gateway/endpoints/videos/video-service.ts");
    const [, remembered] = /const REMEMBERED_MS = (\d+) \* DAY_MS;/.exec(source) ?? [];
    expect(timeOf("Video tasks")).toBe(`${remembered} days after the video`);
  });

  it("is what the code says", () => {
    const [resumable] = Object.values(limits).filter((limit) => typeof limit === "object" && "readableMs" in limit);
    expect(timeOf("Prompts and responses")).toBe(`${(resumable?.readableMs ?? 0) / 60_000} minutes after the end`);
    const endpoints = "lib/gateway/endpoints";
    expect(timeOf("Responses of")).toBe(days(limits.LIFETIMES.responses));
    expect(timeOf("Shared pages")).toBe(days(limits.LIFETIMES.shares));
    expect(timeOf("Sign-in sessions")).toBe(days(limits.LIFETIMES.sessions));
    expect(timeOf("Uploaded files")).toContain(`${lifetime(`${endpoints}/files/google-upload.ts`) / 3_600_000} hours`);
  });
});
