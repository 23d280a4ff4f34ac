/** Acts of subjects with legs: stand, walk, run, leap. */
import { type Act, AT_REST, type Pose } from "#lib/sandbox/drawing/composition/act.ts";
import { subjectKind } from "#lib/sandbox/drawing/scene/subject-words.ts";
import { cyclesOf, type Part, wayOf } from "./part.ts";

/** Leg lengths per cycle, so that feet do not slide. */
const STEPS = { walk: { rate: 1.15, speed: 0.42 }, run: { rate: 1.9, speed: 1.35 } };

export function rest(part: Part): Act {
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

export function walk(part: Part): Act {
  const { spot, seconds, action } = part;
  if (action.manner === "leap") return leap(part);
  const gait = action.manner === "run" ? "run" : "walk";
  const { rate, speed } = STEPS[gait];
  const way = wayOf(part, speed * spot.height * action.pace);
  const gone = Math.abs(way(seconds) - way(0)) / seconds;
  // Steps are slower when the frame leaves a shorter way.
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

/** Repeats bounds: crouch, fly, land. */
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

export function hop(part: Part): Act {
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

/** Walks into the picture, seen from behind. */
export function walkAway(part: Part): Act {
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

export function waddle(part: Part): Act {
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
