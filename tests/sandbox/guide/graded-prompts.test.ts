import { describe, expect, it } from "vitest";
import { answerRequest } from "#lib/sandbox/guide/answer-request.ts";
import { openLibrary } from "#lib/sandbox/guide/library.ts";
import { createWording } from "#lib/sandbox/responses/wording.ts";
import { callOf } from "../ask.ts";
import { GRADED_PROMPTS, type GradedPrompt } from "./graded-prompts.ts";

/** One screen. */
const LONGEST = { characters: 2_600, lines: 60 };

type Grade = "A" | "B" | "C" | "F";

/**
 * A: as it should be. B: the right kind and section, without all of its words. C: another section, which answers
 * another question. F: another kind, a false word, or more than a screen.
 */
function grade({ prompt, kinds, section, has, lacks }: GradedPrompt): { grade: Grade; text: string } {
  const { text, requests } = answerRequest(prompt, {
    previous: "",
    said: [],
    verbosity: "medium",
    wording: createWording(callOf(prompt), 0),
    seed: 7,
    now: new Date(),
  });
  const isKind = requests.map(({ kind }) => kind).join() === kinds.join();
  const fits = text.length <= LONGEST.characters && text.split("\n").length <= LONGEST.lines;
  const isRefused = /no language model here|offline sandbox/.test(text) && !kinds.includes("outside");
  if (!isKind || !fits || isRefused || lacks?.test(text)) return { grade: "F", text };
  const answered = requests.flatMap((request) => (request.kind === "documented" ? request.hits[0].section.link : []));
  if (section !== undefined && !answered.includes(section)) return { grade: "C", text };
  return { grade: (has?.test(text) ?? true) ? "A" : "B", text };
}

describe("the prompts that people try first", () => {
  const graded = GRADED_PROMPTS.map((prompt) => ({ ...prompt, ...grade(prompt) }));

  it.each(graded.map((prompt) => [prompt.prompt, prompt] as const))("%s", (_, { grade: got, text }) => {
    expect(got, text).not.toBe("F");
  });

  it("are answered by the right section, nine of ten of them and more", () => {
    const lesser = graded.filter(({ grade: got }) => got === "C" || got === "F").map(({ prompt }) => prompt);
    expect(lesser.length, lesser.join("\n")).toBeLessThanOrEqual(GRADED_PROMPTS.length / 10);
  });

  it("name sections that exist", () => {
    const links = new Set(openLibrary().sections.map(({ link }) => link));
    expect(GRADED_PROMPTS.flatMap(({ section }) => section ?? []).filter((link) => !links.has(link))).toEqual([]);
  });
});
