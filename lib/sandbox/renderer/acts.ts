/** What each figure of a film does: by the words beside its name, else what its kind usually does. */
import type { Act, ActOf, Pose } from "../painter/composition/act.ts";
import { AT_REST } from "../painter/composition/act.ts";
import type { Spot } from "../painter/composition/stand.ts";
import { subjectKind } from "../painter/scene/subject-words.ts";
import { subjectPeriod, subjectWidth } from "../painter/subjects/render-subject.ts";
import { createRandom, hash, type Random } from "../random.ts";
import { type Action, readAction } from "./read-action.ts";

export type Stage = {
  /** Lower case. */
  text: string;
  seconds: number;
  /** Width by height of what is painted. */
  aspect: number;
  seed: number;
  /** −1: what moves goes to the left; 1 to the right; 0 as it likes. */
  direction: number;
};

type Part = Stage & { spot: Spot; index: number; action: Action; random: Random; side: number };

/** Moves on wheels, in the air and so on; everything else that can move has legs. */
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
    // A flock goes one way, whoever is in it.
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

function cyclesOf({ spot, random }: Part): (time: number) => number {
  const period = subjectPeriod(spot.subject.kind);
  const start = random.next();
  return (time) => (period ? start + time / period : 0);
}

function rest(part: Part): Act {
  const cycles = cyclesOf(part);
  const phase = part.random.next() * 6;
  const isAlive =
    part.spot.support !== "air" &&
    (subjectKind(part.spot.subject.kind)?.metres ?? 9) < 4 &&
    /^(?:cat|dog|fox|wolf|horse|deer|bear|panda|rabbit|owl|penguin|sheep|cow|person|dragon|snowman)/.test(
      part.spot.subject.kind,
    );
  return {
    gait: "rest",
    poseAt: (time) => ({
      ...AT_REST,
      stretch: isAlive ? 1 + 0.008 * Math.sin(time * 2.1 + phase) : 1,
      cycles: cycles(time),
    }),
  };
}

type Crossing = { speed: number; gait: Act["gait"]; bob?: number; rate?: number };

/** An even way through the picture, its middle at the spot; alone it stays within the frame. */
function wayOf({ spot, seconds, aspect, side, random, index }: Part, speed: number): (time: number) => number {
  const isAlone = spot.subject.count === 1;
  const half = (subjectWidth(spot.subject.kind) * spot.height) / 2;
  const own = isAlone ? speed : speed * (0.9 + 0.2 * random.next());
  // The camera may come nearer, so a margin is kept.
  const margin = half + aspect * 0.07;
  const room = Math.max(0.05, aspect - margin * 2);
  const long = Math.min(own * seconds, isAlone ? room * 0.85 : Number.POSITIVE_INFINITY);
  const start = spot.x - (side * long) / 2;
  const kept = isAlone
    ? Math.max(margin + (side < 0 ? long : 0), Math.min(aspect - margin - (side > 0 ? long : 0), start))
    : start + (index % 3) * 0.004;
  return (time) => kept + side * long * (time / seconds) - spot.x;
}

function cross(part: Part, { speed, gait, bob = 0, rate = 0 }: Crossing): Act {
  const way = wayOf(part, speed * part.action.pace);
  const own = cyclesOf(part);
  const start = part.random.next();
  return {
    isMirrored: part.side < 0,
    gait,
    poseAt(time) {
      const cycles = rate > 0 ? start + time * rate : own(time);
      return { ...AT_REST, x: way(time), y: bob * Math.sin(time * 1.7 + start * 6), cycles };
    },
  };
}

function fly(part: Part): Act {
  const way = wayOf(part, 0.14 * part.action.pace);
  const cycles = cyclesOf(part);
  const phase = part.random.next() * 6;
  return {
    isMirrored: part.side < 0,
    gait: "rest",
    poseAt: (time) => ({
      ...AT_REST,
      x: way(time) + 0.008 * Math.sin(time * 0.9 + phase),
      y: -0.02 * Math.sin(time * 0.8 + phase) - 0.006 * time,
      turn: part.side * (-3 - 3 * Math.cos(time * 0.8 + phase)),
      cycles: cycles(time),
    }),
  };
}

function flutter(part: Part): Act {
  const cycles = cyclesOf(part);
  const [a, b] = [part.random.next() * 6, part.random.next() * 6];
  const wide = Math.min(0.2, part.spot.height * 1.2);
  return {
    gait: "rest",
    poseAt: (time) => ({
      ...AT_REST,
      x: wide * Math.sin(time * 0.7 + a) + 0.01 * Math.sin(time * 3.1 + b),
      y: wide * 0.45 * Math.sin(time * 1.1 + b) + 0.012 * Math.sin(time * 4.3 + a),
      turn: 14 * Math.cos(time * 0.7 + a),
      cycles: cycles(time),
    }),
  };
}

function float(part: Part): Act {
  const phase = part.random.next() * 6;
  const speed = (0.016 + part.random.next() * 0.012) * part.action.pace;
  const rise = (0.004 + part.random.next() * 0.008) * part.action.pace;
  return {
    gait: "rest",
    poseAt(time) {
      const since = time - part.seconds / 2;
      return {
        ...AT_REST,
        x: part.side * speed * since,
        y: -rise * since + 0.005 * Math.sin(time * 0.9 + phase),
        turn: 1.4 * Math.sin(time * 0.8 + phase),
      };
    },
  };
}

function hover(part: Part): Act {
  const cycles = cyclesOf(part);
  const phase = part.random.next() * 6;
  return {
    gait: "rest",
    poseAt: (time) => ({
      ...AT_REST,
      x: 0.07 * Math.sin(time * 0.8 + phase),
      y: 0.025 * Math.sin(time * 1.5 + phase),
      turn: 5 * Math.cos(time * 0.8 + phase),
      cycles: cycles(time),
    }),
  };
}

function hoverInPlace(part: Part): Act {
  const phase = part.index * 0.9;
  return {
    gait: "rest",
    poseAt: (time) => ({
      ...AT_REST,
      y: 0.008 * Math.sin(time * 1.6 + phase),
      turn: 2.5 * Math.sin(time * 1.1 + phase),
      scale: 1 + 0.012 * Math.sin(time * 2.3 + phase),
    }),
  };
}

/** Up and out of the picture, ever faster; in space it only goes on. */
function launch(part: Part): Act {
  const cycles = cyclesOf(part);
  const { spot, seconds, action } = part;
  const isLaunch = action.manner === "leap" || spot.support === "ground";
  const ignition = Math.min(1, seconds * 0.2);
  return {
    isMirrored: false,
    // Full thrust: a longer flame.
    gait: isLaunch ? "leap" : "rest",
    poseAt(time) {
      const shake = Math.sin(time * 61) * 0.0012;
      if (!isLaunch)
        return { ...AT_REST, x: shake, y: 0.09 - (0.18 * time) / seconds, turn: 8 + shake * 200, cycles: cycles(time) };
      const flown = Math.max(0, time - ignition) / (seconds - ignition);
      const up = flown ** 2 * (spot.foot + 0.25);
      return { ...AT_REST, x: time < ignition ? shake * 2 : shake, lift: up, turn: flown * 3, cycles: cycles(time) };
    },
  };
}

function tumble(part: Part): Act {
  const phase = part.random.next() * 6;
  return {
    gait: "rest",
    poseAt(time) {
      const since = time / part.seconds - 0.5;
      return {
        ...AT_REST,
        x: part.side * since * 0.08,
        y: 0.015 * Math.sin(time * 0.7 + phase),
        turn: since * 16 + 2 * Math.sin(time * 0.5 + phase),
      };
    },
  };
}

function sail(part: Part): Act {
  const speed = { sailboat: 0.05, ship: 0.035, duck: 0.03 }[part.spot.subject.kind] ?? 0.04;
  const way = wayOf(part, speed * part.action.pace);
  const isRough = /storm|waves?|rough/.test(part.text) ? 2.4 : 1;
  const phase = part.random.next() * 6;
  const light = part.spot.subject.kind === "ship" ? 0.35 : 1;
  return {
    isMirrored: part.side < 0,
    gait: "rest",
    poseAt: (time) => ({
      ...AT_REST,
      x: way(time),
      y: 0.0035 * isRough * light * Math.sin(time * 1.5 + phase),
      turn: 1.5 * isRough * light * Math.sin(time * 1.15 + phase),
    }),
  };
}

function swim(part: Part): Act {
  const { kind } = part.spot.subject;
  const leaps = part.action.manner === "leap" && kind !== "fish";
  const way = wayOf(part, ({ fish: 0.1, whale: 0.045, dolphin: 0.12 }[kind] ?? 0.1) * part.action.pace);
  const cycles = cyclesOf(part);
  const phase = part.random.next() * 6;
  return {
    isMirrored: part.side < 0,
    gait: "rest",
    poseAt(time) {
      const turn = time * (leaps ? 1.9 : 0.9) + phase;
      const high = leaps ? 0.12 : 0.014;
      return {
        ...AT_REST,
        x: way(time),
        y: -high * Math.sin(turn),
        turn: -part.side * Math.cos(turn) * (leaps ? 28 : 4),
        cycles: cycles(time),
      };
    },
  };
}

/** Strokes with the whole body: quick up, slow to sink. */
function pulse(part: Part): Act {
  const cycles = cyclesOf(part);
  const phase = part.random.next() * 6;
  const drift = (part.random.next() - 0.5) * 0.03;
  return {
    gait: "rest",
    poseAt(time) {
      const beat = Math.sin(time * 1.8 + phase);
      return {
        ...AT_REST,
        x: drift * (time - part.seconds / 2),
        y: -0.012 * (time - part.seconds / 2) + 0.012 * Math.cos(time * 1.8 + phase),
        stretch: 1 + 0.06 * beat,
        turn: 3 * Math.sin(time * 0.6 + phase),
        cycles: cycles(time),
      };
    },
  };
}

function drive(part: Part): Act {
  const speed = { car: 0.26, bus: 0.2, train: 0.2, bicycle: 0.16 }[part.spot.subject.kind] ?? 0.2;
  const act = cross(part, { speed, gait: "roll", rate: 1.6 });
  return {
    ...act,
    poseAt: (time) => ({ ...act.poseAt(time), y: 0.0012 * Math.sin(time * 17) }),
  };
}

/** Lengths of a leg for one cycle, so that feet do not slide. */
const STEPS = { walk: { rate: 1.15, speed: 0.42 }, run: { rate: 1.9, speed: 1.35 } };

/** Along what carries it, from one end to the other. */
function ride(part: Part): Act {
  const { spot, seconds, side } = part;
  const long = Math.min(0.1 * seconds, spot.height * 2.2);
  return {
    isMirrored: side < 0,
    gait: "roll",
    poseAt: (time) => ({
      ...AT_REST,
      x: side * long * (time / seconds - 0.5),
      lift: 0.0008 * Math.sin(time * 17),
      cycles: time * 1.6,
    }),
  };
}

function walk(part: Part): Act {
  const { spot, seconds, action } = part;
  if (action.manner === "leap") return leap(part);
  const gait = action.manner === "run" ? "run" : "walk";
  const { rate, speed } = STEPS[gait];
  const way = wayOf(part, speed * spot.height * action.pace);
  const gone = Math.abs(way(seconds) - way(0)) / seconds;
  // Where the frame leaves less way, steps are slower too.
  const own = rate * Math.max(0.6, Math.min(1, gone / (speed * spot.height)));
  const start = part.random.next();
  return {
    isMirrored: part.side < 0,
    gait,
    poseAt(time) {
      const cycles = start + time * own;
      const beat = cycles * Math.PI * 2;
      return {
        ...AT_REST,
        x: way(time),
        lift:
          spot.height * (gait === "run" ? 0.05 * (0.5 + 0.5 * Math.sin(beat + 2)) : 0.008 * (1 + Math.sin(beat * 2))),
        turn: part.side * (gait === "run" ? 4 * Math.sin(beat + 0.6) : 0.5 * Math.sin(beat * 2)),
        cycles,
      };
    },
  };
}

/** Bound after bound: crouch, fly, land. */
function leap(part: Part): Act {
  const { spot, side } = part;
  const way = wayOf(part, 0.6 * spot.height * part.action.pace);
  const beat = 1.25;
  return {
    isMirrored: side < 0,
    gait: "leap",
    poseAt(time) {
      const share = (time / beat) % 1;
      const flight = share < 0.3 ? 0 : (share - 0.3) / 0.7;
      const up = 4 * flight * (1 - flight);
      const crouch = share < 0.3 ? Math.sin((share / 0.3) * Math.PI) : 0;
      return {
        ...AT_REST,
        x: way(time),
        lift: spot.height * 0.55 * up,
        turn: side * (flight > 0 ? -16 * Math.cos(flight * Math.PI) * Math.sin(flight * Math.PI) ** 0.4 : 0),
        stretch: 1 - 0.12 * crouch + 0.04 * up,
        cycles: flight > 0 ? 0.02 + flight * 0.46 : 0.5 + (share / 0.3) * 0.5,
      };
    },
  };
}

function hop(part: Part): Act {
  const { spot } = part;
  const way = wayOf(part, 0.4 * spot.height * part.action.pace);
  const start = part.random.next();
  return {
    gait: "walk",
    poseAt(time) {
      const share = (time / 0.75 + start) % 1;
      const flight = share < 0.35 ? 0 : (share - 0.35) / 0.65;
      const crouch = share < 0.35 ? Math.sin((share / 0.35) * Math.PI) : 0;
      return {
        ...AT_REST,
        x: way(time),
        lift: spot.height * 0.35 * 4 * flight * (1 - flight),
        stretch: 1 - 0.12 * crouch,
      };
    },
  };
}

/** Seen from behind: goes into the picture. */
function walkAway(part: Part): Act {
  const { spot, seconds, action } = part;
  const gait = action.manner === "run" ? "run" : "walk";
  const rate = gait === "run" ? 1.7 : 0.95;
  if (action.manner === "leap") return dance(part);
  const start = part.random.next();
  return {
    gait,
    poseAt(time): Pose {
      const share = time / seconds - 0.5;
      const cycles = start + time * rate;
      const beat = cycles * Math.PI * 4;
      return {
        ...AT_REST,
        x: part.side * share * 0.06,
        y: -share * 0.035,
        scale: 1 - share * (gait === "run" ? 0.26 : 0.16),
        lift: spot.height * 0.006 * (1 + Math.sin(beat)),
        turn: 0.8 * Math.sin(beat / 2),
        cycles,
      };
    },
  };
}

function dance(part: Part): Act {
  const { spot } = part;
  return {
    gait: "walk",
    poseAt: (time) => ({
      ...AT_REST,
      x: 0.03 * Math.sin(time * 2.2),
      lift: spot.height * 0.09 * Math.abs(Math.sin(time * 4.4)),
      turn: 6 * Math.sin(time * 4.4),
      stretch: 1 - 0.04 * Math.abs(Math.cos(time * 4.4)),
      cycles: time * 1.4,
    }),
  };
}

function waddle(part: Part): Act {
  if (part.action.manner === "leap") return dance(part);
  const { spot } = part;
  const way = wayOf(part, 0.14 * spot.height * part.action.pace);
  const own = cyclesOf(part);
  const phase = part.random.next() * 6;
  const isLight = /^(?:penguin|robot)$/.test(spot.subject.kind);
  return {
    ...(spot.subject.kind === "dinosaur" || spot.subject.kind === "dragon" ? { isMirrored: part.side < 0 } : {}),
    gait: "walk",
    poseAt: (time) => ({
      ...AT_REST,
      x: isLight ? way(time) : 0,
      lift: spot.height * 0.012 * Math.abs(Math.sin(time * 3.6 + phase)),
      turn: (isLight ? 4 : 1) * Math.sin(time * 3.6 + phase),
      cycles: own(time) || time * 0.7,
    }),
  };
}
