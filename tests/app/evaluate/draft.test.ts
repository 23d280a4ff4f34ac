/** The draft of an evaluation, and the fields of its checks. */
import { describe, expect, it } from "vitest";
import { CHECK_FIELDS, createCheck, showField, withField } from "#app/(playground)/evaluate/_model/check-fields.ts";
import {
  createDraft,
  createExample,
  findMissing,
  toDefinition,
  withImport,
} from "#app/(playground)/evaluate/_model/draft.ts";
import { describeComparison, formatInterval, formatRate } from "#app/(playground)/evaluate/_model/figures.ts";
import { evaluationCheck, evaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { computeRate } from "#lib/evaluations/statistics.ts";

describe("a draft", () => {
  it("says what is missing, in order", () => {
    const draft = createDraft("");
    expect(findMissing(draft)).toBe("Add rows first.");
    const withRows = { ...draft, rows: [{ values: { a: "1" } }] };
    expect(findMissing(withRows)).toBe("Choose a model for column 1.");
    const [column] = withRows.columns;
    if (!column) throw new Error("no column");
    expect(findMissing({ ...withRows, columns: [{ ...column, model: "m" }] })).toBe("Write a prompt for column 1.");
    expect(findMissing(createExample())).toBeUndefined();
  });

  it("becomes a definition that the gateway takes, and comes back from an import", () => {
    const definition = toDefinition(createExample());
    expect(evaluationDefinition.parse(definition)).toEqual(definition);
    const columns = [
      {
        ...{ model: "m", name: "N", messages: [{ role: "user" as const, content: "{{a}}" }] },
        parameters: { temperature: 0.5, max_tokens: 9, seed: 3 },
        tools: [{ name: "t" }],
      },
    ];
    const read = { columns, rows: [{ values: { a: "1" } }], checks: [{ type: "human" as const }], name: "I" };
    const draft = withImport(createDraft("x"), {
      object: "evaluation_import",
      format: "json",
      ignored: [],
      definition: read,
    });
    expect(draft.columns[0]).toMatchObject({ temperature: "0.5", maxTokens: "9" });
    expect(toDefinition(draft)).toEqual({ ...read, columns: [{ ...columns[0], api: "openai-chat" }], concurrency: 8 });
  });
});

describe("checks of the form", () => {
  it.each(Object.keys(CHECK_FIELDS) as (keyof typeof CHECK_FIELDS)[])("%s can be filled in", (type) => {
    let check = createCheck(type);
    for (const field of CHECK_FIELDS[type]) {
      const text =
        field.kind === "number" ? "0.5" : field.kind === "json" ? '{"a":1}' : field.name === "flags" ? "i" : "x";
      check = withField(check, field, field.kind === "boolean" ? true : text);
      expect(showField(check, field.name)).toBe(field.kind === "boolean" ? "true" : text);
    }
    if (type === "latency") check = { type, max_ms: 5 };
    expect(evaluationCheck.parse(check)).toEqual(check);
  });

  it("leaves out what is empty", () => {
    const [value, ignoreCase] = CHECK_FIELDS.equals;
    if (!value || !ignoreCase) throw new Error("no fields");
    const check = withField({ type: "equals", value: "x", ignore_case: true }, ignoreCase, false);
    expect(check).toEqual({ type: "equals", value: "x" });
    expect(withField(check, value, "")).toEqual({ type: "equals", value: "" });
  });
});

describe("figures", () => {
  it("writes rates with their interval", () => {
    const rate = computeRate(15, 20);
    if (!rate) throw new Error("no rate");
    expect([formatRate(rate), formatInterval(rate), formatRate(null)]).toEqual(["75.0%", "53–89%", "—"]);
  });

  it.each([
    [{ better: 0, worse: 0, both_passed: 0, both_failed: 0, p_value: 1 }, "No row has a verdict in both columns yet."],
    [{ better: 0, worse: 0, both_passed: 3, both_failed: 1, p_value: 1 }, "Both columns agree on all 4 rows."],
    [
      { better: 9, worse: 1, both_passed: 3, both_failed: 1, p_value: 0.0215 },
      "9 rows better, 1 worse, 4 the same. The difference is unlikely to be chance (p = 0.021, McNemar).",
    ],
    [
      { better: 2, worse: 1, both_passed: 3, both_failed: 1, p_value: 1 },
      "2 rows better, 1 worse, 4 the same. The difference may be chance (p = 1.000, McNemar).",
    ],
  ])("describes %j", (counts, sentence) => {
    expect(describeComparison({ object: "evaluation_comparison", a: 0, b: 1, ...counts })).toBe(sentence);
  });
});
