/** A subject in its place: its shadow or its mirror image, then itself. */
import { createRandom } from "../../random.ts";
import { type Colour, css, darken, mix } from "../pixels/colour.ts";
import { createSurface, type Surface } from "../pixels/surface.ts";
import { type RenderedSubject, renderSubject, subjectWidth } from "../subjects/render-subject.ts";
import type { Element, Frame } from "./element.ts";
import { foliage } from "./light.ts";
import type { PlacePlan, Spot } from "./stand.ts";

const FLAT_STYLES = /^(?:flat|logo|pattern|isometric)$/;

export function subjectElement(plan: PlacePlan, spot: Spot, index: number): Element {
  const { scene, light, random, isCutOut } = plan;
  const seed = random.integer(2 ** 31);
  const isMirrored = random.next() < 0.5 && !/^(?:key|guitar|clock|book)$/.test(spot.subject.kind);
  const leaves = foliage(scene, random);
  const graded = spot.subject.colour;
  return {
    depth:
      (spot.base === undefined && spot.support === "air" && scene.stage === "landscape" && spot.foot < plan.horizon
        ? 48
        : 60 + (spot.base ?? spot.foot) * 20 + (spot.base ? 0.01 : 0)) +
      index * 0.001,
    renewal: 0,
    draw(frame) {
      const height = spot.height * frame.height;
      const subject = renderSubject(
        {
          kind: spot.subject.kind,
          colour: graded,
          light,
          distance: isCutOut ? 0 : spot.distance,
          random: createRandom(seed),
          isMirrored,
          isFlat: FLAT_STYLES.test(scene.artStyle),
          isWinter: scene.season === "winter" || scene.ground === "snow",
          foliage: leaves,
          time: frame.time,
        },
        height,
      );
      const bob = spot.support === "ground" ? 0 : Math.sin(frame.time * 1.3 + index) * 0.004 * frame.height;
      const at = { x: spot.x * frame.height, y: spot.foot * frame.height + bob, height };
      if (!isCutOut && spot.support === "water") drawMirrored(frame, subject, at);
      if (!isCutOut && spot.support === "ground")
        drawShadow(frame, subject, { ...at, plan, width: subjectWidth(spot.subject.kind) });
      frame.context.drawImage(subject.canvas, at.x - subject.footX, at.y - subject.footY);
    },
  };
}

type At = { x: number; y: number; height: number };

function drawShadow(
  frame: Frame,
  subject: RenderedSubject,
  { x, y, height, plan, width }: At & { plan: PlacePlan; width: number },
): void {
  const { context } = frame;
  const { light, scene } = plan;
  const isInside = scene.stage === "studio" || scene.stage === "indoor";
  const tone = mix(darken(light.shade, 0.5), [20, 18, 40], 0.6);
  context.save();
  context.translate(x, y);
  context.scale(width * height * 0.46, Math.max(1.5, Math.min(height * 0.06, width * height * 0.11)));
  const contact = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  contact.addColorStop(0, css(tone, 0.5));
  contact.addColorStop(0.6, css(tone, 0.32));
  contact.addColorStop(1, css(tone, 0));
  context.fillStyle = contact;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
  if (/rain|storm|fog|snow/.test(scene.weather) && !isInside) return;
  const squash = isInside ? 0.16 : scene.time === "day" ? -0.3 : -0.42;
  const { shadow, scale } = castShadow(subject, { tone, height });
  context.save();
  context.globalAlpha = isInside ? 0.16 : scene.time === "night" ? 0.2 : 0.26;
  context.translate(x, y);
  context.transform(1, 0, light.side * (isInside ? 0.55 : 0.5), squash, 0, 0);
  context.drawImage(shadow.canvas, -subject.footX, -subject.footY, shadow.width / scale, shadow.height / scale);
  context.restore();
}

/** The silhouette, small and blurred: a shadow has no details. */
function castShadow(
  subject: RenderedSubject,
  { tone, height }: { tone: Colour; height: number },
): { shadow: Surface; scale: number } {
  const scale = Math.min(1, 140 / height);
  const shape = createSurface(subject.width * scale, subject.height * scale);
  shape.context.drawImage(subject.canvas, 0, 0, subject.width * scale, subject.height * scale);
  shape.context.globalCompositeOperation = "source-in";
  shape.context.fillStyle = css(tone);
  shape.context.fillRect(0, 0, shape.width, shape.height);
  const shadow = createSurface(shape.width, shape.height);
  shadow.context.filter = `blur(${Math.max(0.6, height * scale * 0.014).toFixed(1)}px)`;
  shadow.context.drawImage(shape.canvas, 0, 0);
  return { shadow, scale };
}

/** Slices from the foot downwards, each pushed aside a little more by the waves. */
function drawMirrored({ context, time }: Frame, subject: RenderedSubject, { x, y, height }: At): void {
  const slices = 34;
  const step = subject.footY / slices;
  context.save();
  for (let slice = 0; slice < slices; slice += 1) {
    const share = slice / slices;
    context.globalAlpha = 0.46 * (1 - share);
    const push = Math.sin(slice * 1.7 + time * 3) * height * 0.012 * (0.3 + share * 2);
    const source = subject.footY - (slice + 1) * step;
    const below = y + slice * step * 0.62;
    context.save();
    context.translate(0, below + step * 0.62);
    context.scale(1, -1);
    context.drawImage(
      subject.canvas,
      0,
      source,
      subject.width,
      step,
      x - subject.footX + push,
      0,
      subject.width,
      step * 0.62 + 0.6,
    );
    context.restore();
  }
  context.restore();
}
