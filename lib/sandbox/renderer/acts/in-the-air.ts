/** Acts of subjects that fly, float or hang in the air. */
import { type Act, AT_REST } from "#lib/sandbox/drawing/composition/act.ts";
import { cyclesOf, type Part, wayOf } from "./part.ts";

export function fly(part: Part): Act {
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

export function flutter(part: Part): Act {
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

export function float(part: Part): Act {
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

export function hover(part: Part): Act {
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

export function hoverInPlace(part: Part): Act {
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

/** Accelerates up and out of the picture; in space the motion is even. */
export function launch(part: Part): Act {
  const cycles = cyclesOf(part);
  const { spot, seconds, action } = part;
  const isLaunch = action.manner === "leap" || spot.support === "ground";
  const ignition = Math.min(1, seconds * 0.2);
  return {
    isMirrored: false,
    // Full thrust has a longer flame.
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

export function tumble(part: Part): Act {
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
