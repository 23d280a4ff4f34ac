/** Acts of subjects on wheels. */
import { type Act, AT_REST } from "#lib/sandbox/drawing/composition/act.ts";
import { cross, type Part } from "./part.ts";

export function drive(part: Part): Act {
  const speed = { car: 0.26, bus: 0.2, train: 0.2, bicycle: 0.16 }[part.spot.subject.kind] ?? 0.2;
  const act = cross(part, { speed, gait: "roll", rate: 1.6 });
  return {
    ...act,
    poseAt: (time) => ({ ...act.poseAt(time), y: 0.0012 * Math.sin(time * 17) }),
  };
}

/** Moves along the carrying subject, from one end to the other. */
export function ride(part: Part): Act {
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
