/** A subject in its place: its shadow or its mirror image, then itself. */
import { createRandom } from "../../random.ts";
import { css, darken, mix } from "../pixels/colour.ts";
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
      (spot.support === "air" && scene.stage === "landscape" && spot.foot < plan.horizon ? 48 : 60 + spot.foot * 20) +
      index * 0.001,
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
  const tone = css(mix(darken(light.shade, 0.5), [20, 18, 40], 0.6));
  context.save();
  context.globalAlpha = isInside ? 0.4 : 0.42;
  context.fillStyle = tone;
  context.filter = `blur(${Math.max(1, height * 0.022).toFixed(1)}px)`;
  context.beginPath();
  context.ellipse(
    x,
    y,
    width * height * 0.4,
    Math.max(1.5, Math.min(height * 0.045, width * height * 0.09)),
    0,
    0,
    Math.PI * 2,
  );
  context.fill();
  context.restore();
  if (/rain|storm|fog|snow/.test(scene.weather) && !isInside) return;
  const low = scene.time === "day" ? 0.3 : 0.42;
  const silhouette = silhouetteOf(subject, tone);
  context.save();
  context.globalAlpha = isInside ? 0.16 : scene.time === "night" ? 0.2 : 0.26;
  context.filter = `blur(${Math.max(0.8, height * 0.014).toFixed(1)}px)`;
  const squash = isInside ? 0.16 : low;
  context.translate(x, y);
  context.transform(1, 0, light.side * (isInside ? 0.55 : 0.5), isInside ? squash : -squash, 0, 0);
  context.drawImage(silhouette.canvas, -subject.footX, -subject.footY);
  context.restore();
}

function silhouetteOf(subject: RenderedSubject, tone: string): Surface {
  const shape = createSurface(subject.width, subject.height);
  shape.context.drawImage(subject.canvas, 0, 0);
  shape.context.globalCompositeOperation = "source-in";
  shape.context.fillStyle = tone;
  shape.context.fillRect(0, 0, shape.width, shape.height);
  return shape;
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
