/** The revised prompt of an edit: what was done, to what, and what could not be drawn. */
import { describeScene } from "#lib/sandbox/drawing/scene/describe-scene.ts";
import type { SkyAddition } from "#lib/sandbox/drawing/scene/read-additions.ts";
import type { EditIntent } from "#lib/sandbox/drawing/scene/read-edit.ts";

const DEEDS: Record<EditIntent["kind"], string> = {
  recolour: "Recolour",
  remove: "Remove, and fill from the surroundings",
  add: "Add to the picture",
  replace: "Replace, and fill around it",
  sky: "Paint a new sky",
  background: "Change the background",
  relight: "Change hour, weather or season",
  extend: "Extend the canvas from its edges",
  restyle: "Change the manner of painting",
  repaint: "Repaint",
  insert: "Compose the images",
  fill: "Fill from the surroundings",
};

const FEATURES: Record<SkyAddition["feature"], string> = {
  sun: "the sun",
  moon: "a moon",
  stars: "stars",
  rainbow: "a rainbow",
  aurora: "an aurora",
  lightning: "lightning",
  fireworks: "fireworks",
  comet: "a comet",
  planet: "a planet",
  cloud: "a cloud",
};

export function describeEdit(intent: EditIntent, { hasMask }: { hasMask: boolean }): string {
  const deed = intent.kind === "fill" && !hasMask ? "Leave the picture as it is" : DEEDS[intent.kind];
  const where = hasMask ? " within the mask" : "";
  const added = thingsOf(intent);
  const what = added.length > 0 ? ` (${added.join(", ")})` : "";
  return `${deed}${where}${what}: ${intent.scene.prompt.slice(0, 300)}${confess(intent.unknown)}`;
}

function thingsOf({ scene, features }: EditIntent): string[] {
  const subjects =
    scene.subjects.length > 0
      ? [
          describeScene({ ...scene, isGuess: false }, "transparent")
            .replace(/ on a transparent background.*$/, "")
            .replace(/^\w/, (letter) => letter.toLowerCase()),
        ]
      : [];
  return [...features.map(({ feature }) => FEATURES[feature]), ...subjects];
}

function confess(unknown: readonly string[]): string {
  if (unknown.length === 0) return "";
  return `. I did not know how to draw ${unknown.map((name) => `“${name}”`).join(" or ")}.`;
}
