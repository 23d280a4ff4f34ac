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

/** Milliseconds from the last change until soft edges are computed. */
const SOFTEN_AFTER = 90;

export type SoftPreview = {
  /** Returns the plane to show: the mask itself, or a copy with soft edges. */
  shown(): MaskPlane;
  /** Reports changed parts of the plane: shown hard at once, and soft when drawing pauses. */
  change(bounds: Bounds): void;
  /** Sets the radius; 0 is hard. */
  setFeather(radius: number): void;
  stop(): void;
};

/**
 * Feathers the preview as the export will. Edges are softened in the worker, and only where something changed: blurring
 * 16 million pixels takes a second.
 * @param onChange called with the area to repaint
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
  /** Area that is shown hard but should be soft. */
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
      // Areas drawn in the meantime are not in this part: they stay hard until the next pass.
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
