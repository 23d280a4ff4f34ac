/** Draws four-legged bodies from the side, standing or moving. */
import { type Colour, darken, hex, WHITE } from "../pixels/colour.ts";
import type { Gait, Look, Pen } from "./pen.ts";

const DARK = hex("#221f1e");

type Build = {
  length: number;
  deep: number;
  leg: number;
  thick: number;
  colour: Colour;
  hoof?: Colour /** `sock`: share of the leg in the hoof's colour. */;
  sock?: number;
};

/**
 * Swing and rise of a foot, in leg lengths, and start of each foot in the cycle: near and far hind foot, near and far
 * fore foot.
 */
const GAITS: Record<Gait, { swing: number; rise: number; phases: readonly [number, number, number, number] }> = {
  rest: { swing: 0, rise: 0, phases: [0, 0, 0, 0] },
  roll: { swing: 0, rise: 0, phases: [0, 0, 0, 0] },
  walk: { swing: 0.34, rise: 0.16, phases: [0, 0.5, 0.25, 0.75] },
  run: { swing: 0.66, rise: 0.4, phases: [0, 0.1, 0.5, 0.6] },
  leap: { swing: 0.66, rise: 0.3, phases: [0, 0.06, 0.5, 0.56] },
};

/** Draws body and legs; the chest is at length / 2. Far legs are darker and a step ahead. */
export function fourLegged(
  pen: Pen,
  { gait, stride }: Pick<Look, "gait" | "stride">,
  { length, deep, leg, thick, colour, hoof = darken(colour, 0.25), sock = 0.14 }: Build,
): void {
  const half = length / 2;
  const top = leg + deep;
  const { swing, rise, phases } = GAITS[gait];
  type Leg = { x: number; stance: number; tone: Colour; isHind: boolean; phase: number };
  const drawLeg = ({ x, stance, tone, isHind, phase }: Leg) => {
    const turn = (stride + phase) * Math.PI * 2;
    const step = Math.sin(turn) * swing * leg;
    // A foot is off the ground while it moves forward.
    const up = Math.max(0, Math.cos(turn)) * rise * leg;
    const lean = stance * (1 - swing) + step;
    const knee = (isHind ? -thick * 0.35 : thick * 0.15) + step * 0.4 + up * 0.45;
    const bend = leg * 0.55 + up * 0.35;
    pen.blob(
      [
        x - thick * 1.1,
        -leg - deep * 0.45,
        x + thick * 1.1,
        -leg - deep * 0.4,
        x + thick * 0.62 + knee,
        -bend,
        x + thick * 0.5 + lean,
        -1 - up,
        x + thick * 0.5 + lean,
        -up,
        x - thick * 0.5 + lean,
        -up,
        x - thick * 0.5 + lean,
        -1 - up,
        x - thick * 0.6 + knee,
        -bend,
      ],
      tone,
      { shade: 0.8 },
    );
    pen.box(x - thick * 0.56 + lean, -leg * sock - up, thick * 1.18, leg * sock, hoof, { radius: thick * 0.2 });
  };
  const far = darken(colour, 0.1);
  drawLeg({ x: -half + thick * 2.2, stance: thick * 0.9, tone: far, isHind: true, phase: phases[1] });
  drawLeg({ x: half - thick * 2.3, stance: thick * 0.7, tone: far, isHind: false, phase: phases[3] });
  pen.blob(
    [
      -half,
      -leg - deep * 0.72,
      -half + length * 0.09,
      -top * 0.995,
      -length * 0.08,
      -top + deep * 0.08,
      half - length * 0.16,
      -top - deep * 0.03,
      half - length * 0.01,
      -leg - deep * 0.62,
      half - length * 0.07,
      -leg - deep * 0.12,
      0,
      -leg - deep * 0.02,
      -half + length * 0.14,
      -leg - deep * 0.12,
      -half - length * 0.01,
      -leg - deep * 0.4,
    ],
    colour,
  );
  drawLeg({ x: -half + thick * 1.1, stance: -thick * 0.5, tone: colour, isHind: true, phase: phases[0] });
  drawLeg({ x: half - thick * 1.2, stance: -thick * 0.3, tone: colour, isHind: false, phase: phases[2] });
}

/** Draws an eye. */
export function dot(pen: Pen, x: number, y: number, size: number): void {
  pen.oval(x, y, size, size, DARK, { shade: 0 });
  pen.oval(x + size * 0.3, y - size * 0.35, size * 0.32, size * 0.32, WHITE, { shade: 0 });
}
