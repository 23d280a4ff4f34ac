/** Camera: its view at each moment of a shot, and the transform of a near or far layer. */

export type CameraMove =
  | "static"
  | "push-in"
  | "pull-out"
  | "pan-left"
  | "pan-right"
  | "rise"
  | "sink"
  | "orbit"
  | "handheld";

export type Camera = {
  /** Size of the painted area relative to the frame: room for the camera to move. */
  room: { across: number; up: number };
  /** @param share share of the shot, 0 to 1 */
  at(share: number): View;
};

/**
 * View of the camera: `x` and `y` −1 … 1 of the room to either side; `zoom` from 1, where one layer pixel is one frame
 * pixel.
 */
export type View = { x: number; y: number; zoom: number };

const ROOMS: Record<CameraMove, Camera["room"]> = {
  static: { across: 1, up: 1 },
  "push-in": { across: 1.06, up: 1.06 },
  "pull-out": { across: 1.06, up: 1.06 },
  "pan-left": { across: 1.22, up: 1.02 },
  "pan-right": { across: 1.22, up: 1.02 },
  rise: { across: 1.04, up: 1.16 },
  sink: { across: 1.04, up: 1.16 },
  orbit: { across: 1.14, up: 1.04 },
  handheld: { across: 1.05, up: 1.05 },
};

/** Enlargement of near layers at a push-in. */
const CLOSER = 0.14;

export function createCamera(move: CameraMove, { pace, isTall }: { pace: number; isTall: boolean }): Camera {
  const room = isTall && /pan|orbit/.test(move) ? { ...ROOMS[move], across: ROOMS[move].across + 0.12 } : ROOMS[move];
  const reach = Math.min(1, 0.85 * pace);
  const wide = 1 / room.across;
  return {
    room,
    at(share) {
      const eased = glide(share);
      const turn = (eased * 2 - 1) * reach;
      switch (move) {
        case "static":
          return { x: 0, y: 0, zoom: 1 };
        case "push-in":
          return { x: 0, y: 0, zoom: wide + CLOSER * pace * eased };
        case "pull-out":
          return { x: 0, y: 0, zoom: wide + CLOSER * pace * (1 - eased) };
        case "pan-left":
          return { x: -turn, y: 0, zoom: 1 };
        case "pan-right":
          return { x: turn, y: 0, zoom: 1 };
        case "rise":
          return { x: 0, y: -turn, zoom: 1 };
        case "sink":
          return { x: 0, y: turn, zoom: 1 };
        case "orbit":
          return { x: turn, y: -0.25 + 0.25 * Math.cos(share * Math.PI), zoom: 1 + 0.03 * Math.sin(share * Math.PI) };
        case "handheld":
          return {
            x: 0.5 * Math.sin(share * 9.1) + 0.3 * Math.sin(share * 23.7 + 1),
            y: 0.5 * Math.sin(share * 11.3 + 2) + 0.3 * Math.sin(share * 19.9),
            zoom: 1.01,
          };
        default:
          return move satisfies never;
      }
    },
  };
}

/** Eases in and out, with an even speed between. */
export function glide(share: number): number {
  const clamped = Math.max(0, Math.min(1, share));
  const ramp = 0.25;
  const total = 1 - ramp;
  if (clamped < ramp) return (clamped * clamped) / (2 * ramp) / total;
  if (clamped > 1 - ramp) return 1 - (1 - clamped) ** 2 / (2 * ramp) / total;
  return (clamped - ramp / 2) / total;
}

/** Returns a layer's share of the camera's motion: 0 sky, 1 the subjects' distance, more in front of them. */
export function nearnessOf(depth: number): number {
  if (depth < 6) return 0.12;
  if (depth < 16) return 0.3;
  if (depth < 28) return 0.42;
  if (depth < 50) return 0.55;
  if (depth < 58) return 0.8;
  if (depth < 85) return 1;
  return depth < 95 ? 1.12 : 1.15;
}

/** Returns scale and translation from a layer's pixels to the frame's; the layer's edge never shows. */
export function transformOf(
  { x, y, zoom }: View,
  { nearness, frame, world }: { nearness: number; frame: Size; world: Size },
): [scale: number, left: number, top: number] {
  const least = Math.max(frame.width / world.width, frame.height / world.height);
  const scale = Math.max(least, least + (zoom - least) * (0.35 + 0.65 * nearness));
  const place = (room: number, at: number) => Math.max(-room, Math.min(0, -room / 2 - (at * nearness * room) / 2));
  return [scale, place(world.width * scale - frame.width, x), place(world.height * scale - frame.height, y)];
}

export type Size = { width: number; height: number };
