/** Acts of subjects that sail and swim. */
import { type Act, AT_REST } from "#lib/sandbox/drawing/composition/act.ts";
import { cyclesOf, type Part, wayOf } from "./part.ts";

export function sail(part: Part): Act {
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

export function swim(part: Part): Act {
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

/** Pulses with the whole body: rises quickly, sinks slowly. */
export function pulse(part: Part): Act {
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
