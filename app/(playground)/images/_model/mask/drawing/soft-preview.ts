import { blurMargin } from "../plane/blur-plane.ts";
import {
  type Bounds,
  clipBounds,
  createPlane,
  cutPlane,
  growBounds,
  joinBounds,
  type MaskPlane,
  pastePlane,
} from "../plane/mask-plane.ts";
import { softenPlane } from "../worker/ask-mask-worker.ts";

/** Milliseconds after the last change until soft edges are worked out. */
const SOFTEN_AFTER = 90;

export type SoftPreview = {
  /** What is to be seen: the plane itself, or a copy with soft edges. */
  shown(): MaskPlane;
  /** Parts of the plane have changed: they are seen hard at once, and soft when drawing pauses. */
  change(bounds: Bounds): void;
  /** Another radius; 0 is hard. */
  setFeather(radius: number): void;
  stop(): void;
};

/**
 * Feathering as it will be on export, for what is seen while drawing. Edges are softened in the worker, and only where
 * something has changed: blurring 16 million pixels takes a second.
 * @param onChange is told what has to be painted anew
 */
export function createSoftPreview({
  plane,
  onChange,
  soften = softenPlane,
  wait = SOFTEN_AFTER,
}: {
  plane: MaskPlane;
  onChange: (bounds: Bounds) => void;
  soften?: typeof softenPlane;
  wait?: number;
}): SoftPreview {
  const whole = { left: 0, top: 0, right: plane.width, bottom: plane.height };
  let feather = 0;
  let soft: MaskPlane | undefined;
  /** What is hard on the screen and should be soft. */
  let hard: Bounds | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let stopped = false;

  function schedule(): void {
    clearTimeout(timer);
    if (hard && feather > 0 && !busy) timer = setTimeout(() => void softenHard(), wait);
  }

  async function softenHard(): Promise<void> {
    const margin = blurMargin(feather);
    const changed = hard && clipBounds(growBounds(hard, margin), plane);
    if (!changed) return;
    const [radius, from] = [feather, clipBounds(growBounds(changed, margin), plane) ?? whole];
    hard = undefined;
    busy = true;
    const part = await soften(cutPlane(plane, from), radius).catch(() => undefined);
    busy = false;
    if (stopped) return;
    if (part && soft && radius === feather) {
      pastePlane(soft, part, { from, bounds: changed });
      // What was drawn meanwhile is not in the part: it stays hard until its turn comes.
      if (hard) pastePlane(soft, plane, { from: whole, bounds: hard });
      onChange(changed);
    }
    schedule();
  }

  return {
    shown: () => soft ?? plane,
    change(bounds) {
      if (soft) pastePlane(soft, plane, { from: whole, bounds });
      hard = joinBounds(hard, bounds);
      onChange(bounds);
      schedule();
    },
    setFeather(radius) {
      if (radius === feather) return;
      feather = radius;
      if (radius === 0) {
        soft = undefined;
        onChange(whole);
        return;
      }
      if (!soft) {
        soft = createPlane(plane.width, plane.height);
        soft.data.set(plane.data);
      }
      hard = whole;
      schedule();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
