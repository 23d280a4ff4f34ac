import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { createStopWatcher } from "#lib/gateway/lanes/emulation/watch-stops.ts";
import { fold } from "#tests/support/dialect-streams.ts";

const at = { choice: 0, id: "text-0" };

/** The text in these pieces, as a stream. */
function streamOf(pieces: readonly string[]): Part[] {
  return [
    { type: "start" },
    { type: "text-start", ...at },
    ...pieces.map((text): Part => ({ type: "text-delta", ...at, text })),
    { type: "text-end", ...at },
    { type: "finish", choice: 0, reason: { unified: "length" } },
  ];
}

function watch(parts: readonly Part[], stops: readonly string[]) {
  const watcher = createStopWatcher(stops);
  const passed: Part[] = [];
  for (const part of parts) {
    passed.push(...watcher.pass(part));
    if (watcher.hasEnded) break;
  }
  const [choice] = fold(passed).choices;
  const text = choice?.content.map((content) => ("text" in content ? content.text : "")).join("");
  return { passed, text, finish: choice?.finish, hasEnded: watcher.hasEnded };
}

describe("createStopWatcher", () => {
  it.each([
    ["within a piece", ["one END two"], ["END"], "one ", "END"],
    ["over pieces", ["one E", "N", "D two"], ["END"], "one ", "END"],
    ["after a beginning that was none", ["EEN", "END", "x"], ["END"], "EEN", "END"],
    ["that comes first", ["a B c D"], ["D", "B"], "a ", "B"],
    ["of two at one place, the longer", ["a STOP!"], ["STOP", "STOP!"], "a ", "STOP!"],
    ["at the very beginning", ["END"], ["END"], "", "END"],
  ])("finds a sequence %s", (_name, pieces, stops, text, stopSequence) => {
    expect(watch(streamOf(pieces), stops)).toMatchObject({
      ...{ text, hasEnded: true },
      finish: { unified: "stop", stopSequence },
    });
  });

  it("gives back what only began like a sequence", () => {
    const { text, finish, hasEnded } = watch(streamOf(["one E", "N"]), ["END"]);
    expect([text, finish?.unified, hasEnded]).toEqual(["one EN", "length", false]);
  });

  it("holds back no more than may belong to a sequence", () => {
    const watcher = createStopWatcher(["END"]);
    const texts = ["one E", "astern", "E"].map((text) =>
      watcher.pass({ type: "text-delta", ...at, text }).map((part) => ("text" in part ? part.text : "")),
    );
    expect(texts).toEqual([["one "], ["E", "astern"], []]);
  });

  it("cuts probabilities with their tokens", () => {
    const token = (text: string) => ({ token: text, logprob: -1, bytes: null, top: [] });
    const delta: Part = { type: "text-delta", ...at, text: "a END", logprobs: [token("a"), token(" "), token("END")] };
    const [first] = createStopWatcher(["END"]).pass(delta);
    expect(first).toMatchObject({ text: "a ", logprobs: [{ token: "a" }, { token: " " }] });
  });

  it("leaves reasoning and tool calls alone, and ends each choice by itself", () => {
    const watcher = createStopWatcher(["X"], 2);
    const other: Part[] = [
      { type: "reasoning-delta", choice: 0, id: "r", text: "X" },
      { type: "tool-input-delta", choice: 0, id: "c", text: "X" },
    ];
    expect(other.flatMap((part) => watcher.pass(part))).toEqual(other);
    watcher.pass({ type: "text-delta", choice: 1, id: "t", text: "X" });
    expect(watcher.hasEnded).toBe(false);
    const delta: Part = { type: "text-delta", choice: 0, id: "t", text: "yes" };
    expect(watcher.pass(delta)).toEqual([delta]);
    watcher.pass({ type: "text-delta", choice: 0, id: "t", text: "X" });
    expect(watcher.hasEnded).toBe(true);
  });

  it("gives the text before the first sequence, however the text is cut", () => {
    const letters = fc.stringMatching(/^[ab]{0,12}$/);
    const stops = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), stops, (pieces, sequences) => {
        const whole = pieces.join("");
        const places = sequences.map((sequence) => whole.indexOf(sequence)).filter((place) => place >= 0);
        const { text, hasEnded, finish } = watch(streamOf(pieces), sequences);
        expect(hasEnded).toBe(places.length > 0);
        const end = finish?.stopSequence === undefined ? whole.length : (text ?? "").length;
        expect(text).toBe(whole.slice(0, end));
        if (finish?.stopSequence === undefined) return;
        // As soon as a sequence is complete the text has ended: one that began earlier may only be complete later.
        expect(whole.slice(end)).toMatch(new RegExp(`^${finish.stopSequence}`));
      }),
    );
  });
});
