/** Draws the smoke of a launch: clouds that roll outwards along the ground, and a column under the rocket. */
import type { Act } from "../drawing/composition/act.ts";
import type { Element } from "../drawing/composition/element.ts";
import type { Spot } from "../drawing/composition/spot.ts";
import { type Colour, css } from "../drawing/pixels/colour.ts";
import { createRandom } from "../random.ts";

type Launch = { spot: Spot; act: Act /** `seconds` of the scene. */; seconds: number; lit: Colour; shade: Colour };

const PUFFS = 70;

export function launchSmoke({ spot, act, seconds, lit, shade }: Launch): Element {
  const random = createRandom(71);
  const puffs = Array.from({ length: PUFFS }, (_, index) => ({
    born: (index / PUFFS) * seconds * 0.8,
    out: (random.next() - 0.5) * 2,
    up: random.next(),
    size: 0.5 + random.next() * 0.7,
    tone: random.next(),
  }));
  return {
    depth: 60 + spot.foot * 20 + 0.5,
    renewal: 0,
    draw({ context, height, time }) {
      for (const { born, out, up, size, tone } of puffs) {
        const age = time - born;
        if (age <= 0) continue;
        const { lift } = act.poseAt(born);
        const spread = 1 - Math.exp(-age * 1.1);
        const x = (spot.x + out * spread * spot.height * (lift > 0.03 ? 0.12 : 0.75)) * height;
        const y = (spot.foot - lift - up * spread * spot.height * 0.14) * height;
        const radius = (0.05 + 0.2 * spread) * size * spot.height * height;
        const alpha = Math.min(1, age * 4) * Math.max(0, 1 - age / (seconds * 0.9)) * 0.62;
        const colour = lit.map((channel, index) => channel + ((shade[index] ?? channel) - channel) * tone * 0.6);
        const [red = 255, green = 255, blue = 255] = colour;
        const gradient = context.createRadialGradient(x, y - radius * 0.2, 0, x, y, radius);
        gradient.addColorStop(0, css([red, green, blue], alpha));
        gradient.addColorStop(0.6, css([red * 0.94, green * 0.94, blue * 0.95], alpha * 0.75));
        gradient.addColorStop(1, css([red * 0.9, green * 0.9, blue * 0.92], 0));
        context.fillStyle = gradient;
        context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
      }
    },
  };
}
