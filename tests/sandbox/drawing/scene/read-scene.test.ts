import { describe, expect, it } from "vitest";
import { toOklch } from "#lib/sandbox/drawing/pixels/colour.ts";
import { describeScene } from "#lib/sandbox/drawing/scene/describe-scene.ts";
import { readScene } from "#lib/sandbox/drawing/scene/read-scene.ts";
import { SUBJECT_KINDS } from "#lib/sandbox/drawing/scene/subject-words.ts";
import { DRAWINGS } from "#lib/sandbox/drawing/subjects/drawings.ts";

const read = (prompt: string) => readScene(prompt, 1);
const subjectsOf = (prompt: string) => read(prompt).subjects.map(({ kind, count }) => `${count} ${kind}`);

describe("a prompt read as a scene", () => {
  it.each([
    ["three red balloons over green hills", ["3 balloon"]],
    ["a cat and two dogs", ["1 cat", "2 dog"]],
    ["a flock of birds", ["9 bird"]],
    ["12 tulips in a garden", ["12 tulip"]],
    ["hot air balloons over a lake", ["5 balloon"]],
    ["a beach with two palm trees", ["2 palm"]],
    ["a sunflower field", ["9 sunflower"]],
    ["a cup of coffee", ["1 cup"]],
    ["a child reading a book under an oak tree", ["1 person", "1 book", "1 tree"]],
    ["mountains without any trees", []],
    ["un chat noir", ["1 cat"]],
  ])("%s: %j", (prompt, expected) => {
    expect(subjectsOf(prompt)).toEqual(expected);
  });

  it("gives colours to what they stand next to, and the rest to the palette", () => {
    const { subjects, palette } = read("a red car and a blue house, pink");
    const hues = subjects.map(({ colour }) => colour && Math.round(toOklch(colour)[2]));
    expect(hues[0]).toBeLessThan(45);
    expect(hues[1]).toBeGreaterThan(240);
    expect(palette).toHaveLength(1);
  });

  it("knows animals that are named by a colour", () => {
    expect(read("a red fox in the forest").subjects[0]?.colour).toBeUndefined();
    expect(read("an orange cat").subjects[0]).toMatchObject({ kind: "cat", colour: [242, 138, 30] });
    expect(read("ein roter Apfel").subjects[0]).toMatchObject({ kind: "apple", colour: [214, 47, 47] });
  });

  it.each([
    ["a mountain lake at sunset", { stage: "landscape", distance: ["mountains"], ground: "water", time: "sunset" }],
    ["a snowy forest at night", { distance: ["forest"], ground: "snow", time: "night", season: "winter" }],
    ["city street in the rain", { distance: ["city"], weather: "rain" }],
    ["a fish in a coral reef", { stage: "underwater" }],
    ["an astronaut in space", { stage: "space" }],
    ["a vase on a kitchen table", { stage: "indoor" }],
    ["a bottle on a grey backdrop", { stage: "studio" }],
    ["watercolour of a harbour in fog", { artStyle: "watercolour", weather: "fog", ground: "water" }],
    ["Berge im Nebel bei Nacht", { distance: ["mountains"], weather: "fog", time: "night" }],
    ["xyzzy plugh", { stage: "abstract", isGuess: true }],
    ["", { stage: "abstract", isGuess: true }],
    ["山の風景", { stage: "abstract", isGuess: true }],
  ])("%s", (prompt, expected) => {
    expect(read(prompt)).toMatchObject(expected);
  });

  it("reads relations and places", () => {
    expect(read("a cat on a chair").subjects[0]?.relation).toEqual({ to: 1, kind: "on" });
    expect(read("a dog on the left and a tree on the right").subjects.map(({ place }) => place.across)).toEqual([
      "left",
      "right",
    ]);
  });

  it("takes any text within its limits", () => {
    for (const prompt of ["🦄".repeat(500), "a ".repeat(20_000), "999999 cats", "\u0000\ud800", "(((((a+)+)+)+)+"]) {
      const scene = read(prompt);
      expect(scene.subjects.every(({ count }) => count >= 1 && count <= 24)).toBe(true);
      expect(describeScene(scene, "opaque")).toMatch(/\.$/);
    }
  });

  it("has a drawing for each subject that it knows, and a name for each drawing", () => {
    expect(SUBJECT_KINDS.map(({ kind }) => kind).toSorted()).toEqual(
      Object.keys(DRAWINGS)
        .filter((kind) => !kind.endsWith("-side"))
        .toSorted(),
    );
    expect(SUBJECT_KINDS.length).toBeGreaterThan(60);
  });

  it("tells in a sentence what it has understood", () => {
    expect(describeScene(read("two red cats on a road at night"), "opaque")).toMatch(
      /two red cats on a road .* at night/,
    );
  });

  it("takes words in quotation marks for lettering where the prompt speaks of writing", () => {
    const sign = readScene('a sign that says "Dog Park" on a road', 1);
    expect(sign.lettering).toBe("Dog Park");
    expect(sign.subjects.map(({ kind }) => kind)).toEqual(["sign"]);
    expect(describeScene(sign, "opaque")).toContain("“Dog Park”");
    expect(readScene("a poster of hills with the title “Summer”", 1).lettering).toBe("Summer");
    expect(readScene("the dog's bone and the cats' house", 1).lettering).toBeUndefined();
    expect(readScene('"a fox in the snow"', 1).subjects.map(({ kind }) => kind)).toEqual(["fox"]);
  });

  it("sees the land under a sky that it names", () => {
    expect(readScene("a night sky full of stars over a meadow", 1)).toMatchObject({
      stage: "landscape",
      time: "night",
    });
    expect(readScene("an eagle in the sky", 1).stage).toBe("sky");
  });
});
