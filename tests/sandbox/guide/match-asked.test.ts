import { describe, expect, it } from "vitest";
import { openLibrary } from "#lib/sandbox/guide/library.ts";
import { ASKED, judge, matchAsked } from "#lib/sandbox/guide/match-asked.ts";

const linkOf = (key: string) => `/docs/${key}`;

describe("the questions that people ask", () => {
  it("belong to sections that exist", () => {
    const links = new Set(openLibrary().sections.map(({ link }) => link));
    expect(
      Object.keys(ASKED)
        .map(linkOf)
        .filter((link) => !links.has(link)),
    ).toEqual([]);
  });

  // Hundreds of questions: many seconds beside other tests.
  it("find their section, or another of its page", { timeout: 60_000 }, () => {
    const rows = Object.entries(ASKED).flatMap(([key, text]) =>
      text.split(";").map((question) => ({ page: linkOf(key).split("#")[0], question: question.trim() })),
    );
    const missed = rows.filter(({ page, question }) => matchAsked(question)[0]?.section.link.split("#")[0] !== page);
    expect(missed.length, missed.map(({ question }) => question).join("\n")).toBeLessThanOrEqual(rows.length / 20);
  });
});

describe("a section answers", () => {
  it.each([
    ["does it have a dark mode", "keyboard-shortcuts#dark-and-light-theme"],
    ["can I use my own domain", "operations#https-and-a-domain-of-your-own"],
    ["how do I delete my data", "operations#delete-data"],
    ["does it retry", "providers#when-a-request-is-retried"],
    ["can I restrict a key to certain models", "keys#limits-and-budgets"],
    ["what happens when a provider is down?", "routes#when-the-next-model-is-tried"],
    ["does it work with claude code", "connect-an-agent"],
    ["how do I monitor it with prometheus", "operations#monitor-the-gateway"],
  ])("%s", (question, key) => {
    const [best] = matchAsked(question);
    expect(best?.section.link).toBe(linkOf(key));
    expect(best && judge(best, question)).toBe("answers");
  });
});

describe("no section answers", () => {
  it.each([
    "What's the best laptop?",
    "What is machine learning?",
    "Explain light",
    "What do you see?",
    "how do I lose weight",
    "how do I open a bank account",
    "how many people live in China",
    "can it hide personal data before sending",
  ])("%s", (question) => {
    const [best] = matchAsked(question);
    expect(best && judge(best, question), best?.section.link).not.toBe("answers");
  });
});
