import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { chooseSample, labelSample, SAMPLE_KINDS } from "#lib/sandbox/samples/choose-sample.ts";

const samples = SAMPLE_KINDS.flatMap(({ name, samples }) => samples.map(({ text }) => [name, text] as const));

describe("the prepared samples", () => {
  it("are at least forty, and all different", () => {
    expect(samples.length).toBeGreaterThanOrEqual(40);
    expect(new Set(samples.map(([, text]) => text)).size).toBe(samples.length);
  });

  it.each(samples)("have a label and closed fences: %s", (name, text) => {
    const labelled = labelSample({ name, text });
    expect(labelled).toMatch(/^> \*\*Sample .*was not written for your prompt/);
    expect((labelled.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
    expect(marked.lexer(labelled)[0]?.type).toBe("blockquote");
  });

  it("fit their topic where there is one", () => {
    const context = { seed: 0, isAboutProduct: false };
    expect(chooseSample("haiku about the ocean", context)?.text).toContain("tide");
    expect(chooseSample("Write a haiku about autumn leaves", context)?.text).toContain("October");
  });

  it.each(["What is a haiku?", "How do I send an email?", "What is SQL?", "and in Python?"])(
    "are not shown for a question: %s",
    (question) => {
      expect(chooseSample(question, { seed: 0, isAboutProduct: false })).toBeUndefined();
    },
  );

  it("are not shown where the docs have code", () => {
    expect(chooseSample("Write a Python script that streams", { seed: 0, isAboutProduct: true })).toBeUndefined();
  });
});
