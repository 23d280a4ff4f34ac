/** Creates the act of each figure in a film: from the verbs beside its name, otherwise the usual act of its kind. */
import type { Act, ActOf } from "#lib/sandbox/drawing/composition/act.ts";
import { createRandom, hash } from "#lib/sandbox/random.ts";
import { readAction } from "../read-action.ts";
import { float, flutter, fly, hover, hoverInPlace, launch, tumble } from "./in-the-air.ts";
import { pulse, sail, swim } from "./in-water.ts";
import { hop, rest, waddle, walk, walkAway } from "./on-foot.ts";
import { drive, ride } from "./on-wheels.ts";
import { cross, type Part, type Stage } from "./part.ts";

/** Acts by kind of subject; every other subject that can move has legs. */
const WAYS: readonly (readonly [RegExp, (part: Part) => Act])[] = [
  [/^(?:bird|parrot)$/, fly],
  [/^(?:butterfly)$/, flutter],
  [/^(?:plane)$/, (part) => cross(part, { speed: 0.24, gait: "rest", bob: 0.004 })],
  [/^(?:balloon)$/, float],
  [/^(?:ufo|kite)$/, hover],
  [/^(?:rocket)$/, launch],
  [/^(?:astronaut|satellite)$/, tumble],
  [/^(?:sailboat|ship|duck)$/, sail],
  [/^(?:fish|whale|dolphin)$/, swim],
  [/^(?:jellyfish|octopus)$/, pulse],
  [/^(?:car|bus|train|bicycle)$/, drive],
  [/^(?:rabbit)$/, hop],
  [/^(?:person)$/, walkAway],
  [/^(?:penguin|robot|snowman|dinosaur|dragon)$/, waddle],
  [/^(?:cat|dog|cat-side|dog-side|fox|wolf|horse|deer|bear|panda|elephant|sheep|cow|turtle|flamingo)$/, walk],
  [/^(?:heart|star|crown|key)$/, hoverInPlace],
];

export function createActs(stage: Stage): ActOf {
  return (spot, index) => {
    const { kind } = spot.subject;
    const way = WAYS.find(([kinds]) => kinds.test(kind))?.[1] ?? rest;
    const random = createRandom(stage.seed * 31 + index * 7919 + 5);
    const action = readAction(stage.text, kind);
    // All figures of a flock move in the same direction.
    const chosen = createRandom(hash(stage.text, kind, String(stage.seed))).next() < 0.5 ? -1 : 1;
    const side = action.direction || stage.direction || chosen;
    const isCarried = spot.base !== undefined;
    const part = { ...stage, spot, index, action, random, side };
    if (isCarried) return /^(?:train|car|bus|bicycle)$/.test(kind) ? ride(part) : rest(part);
    return (
      action.manner === "rest" && !/^(?:balloon|ufo|kite|sailboat|ship|fish|whale|jellyfish|octopus)$/.test(kind)
        ? rest
        : way
    )(part);
  };
}
