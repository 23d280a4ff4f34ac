/** Draws a subject in its place: its shadow or its mirror image, then the subject. */
import { createRandom } from "#lib/sandbox/random.ts";
import { type Colour, css, darken, mix } from "../pixels/colour.ts";
import { createSurface, type Surface } from "../pixels/surface.ts";
import { type RenderedSubject, renderSubject, subjectPeriod, subjectWidth } from "../subjects/render-subject.ts";
import { AT_REST } from "./act.ts";
import type { Element, Frame } from "./element.ts";
import { foliage } from "./light.ts";
import type { Spot } from "./spot.ts";
import type { PlacePlan } from "./stand.ts";

const FLAT_STYLES = /^(?:flat|logo|pattern|isometric)$/;

/** Limit on drawings of one figure for its cycle; more would not be visible at a video's frame rate. */
const MOST_PHASES = 16;
const PHASES_A_SECOND = 13;

/** Seconds of a cycle whose length is known only to its act. */
const USUAL_CYCLE = 0.8;

export function subjectElement(plan: PlacePlan, spot: Spot, index: number): Element {
  const { scene, light, random, isCutOut } = plan;
  const seed = random.integer(2 ** 31);
  const isTurned = random.next() < 0.5 && !/^(?:key|guitar|clock|book|sign)$/.test(spot.subject.kind);
  const act = plan.act?.(spot, index);
  const leaves = foliage(scene, random);
  const period = subjectPeriod(spot.subject.kind);
  const isMoving = act !== undefined && act.gait !== "rest";
  const phases = isMoving || period ? Math.min(MOST_PHASES, Math.round((period ?? USUAL_CYCLE) * PHASES_A_SECOND)) : 1;
  const rendered = new Map<string, RenderedSubject>();
  function renderAt(cycle: number, height: number, time: number): RenderedSubject {
    const phase = act ? Math.floor((cycle % 1) * phases) : 0;
    const key = `${phase} ${height}`;
    const known = act && rendered.get(key);
    if (known) return known;
    const subject = renderSubject(
      {
        kind: spot.subject.kind,
        colour: spot.subject.colour,
        light,
        distance: isCutOut ? 0 : spot.distance,
        random: createRandom(seed),
        isMirrored: act?.isMirrored ?? isTurned,
        isFlat: FLAT_STYLES.test(scene.artStyle),
        isWinter: scene.season === "winter" || scene.ground === "snow",
        foliage: leaves,
        lettering: scene.lettering,
        time: act ? (phase / phases) * (period ?? 0) : time,
        gait: act?.gait,
        stride: phase / phases,
      },
      height,
    );
    rendered.set(key, subject);
    return subject;
  }
  return {
    depth:
      (spot.base === undefined && spot.support === "air" && scene.stage === "landscape" && spot.foot < plan.horizon
        ? 48
        : 60 + (spot.base ?? spot.foot) * 20 + (spot.base ? 0.01 : 0)) +
      index * 0.001,
    renewal: 0,
    draw(frame) {
      const height = spot.height * frame.height;
      const pose = act?.poseAt(frame.time) ?? AT_REST;
      const subject = renderAt(pose.cycles, height, frame.time);
      const [x, ground] = [(spot.x + pose.x) * frame.height, (spot.foot + pose.y) * frame.height];
      const { context } = frame;
      context.save();
      context.translate(x, ground);
      context.scale(pose.scale, pose.scale);
      const at = { x: 0, y: 0, height };
      if (!isCutOut && spot.support === "water") drawMirrored(frame, subject, at);
      if (!isCutOut && spot.support === "ground")
        drawShadow(frame, subject, {
          ...at,
          plan,
          width: subjectWidth(spot.subject.kind),
          lift: pose.lift / spot.height,
        });
      context.translate(0, -pose.lift * frame.height);
      // Turns the figure about its middle, so that its feet stay on the ground when it nods.
      const middle = spot.support === "air" ? height / 2 : 0;
      context.translate(0, -middle);
      context.rotate((pose.turn * Math.PI) / 180);
      context.scale(1 / Math.sqrt(pose.stretch), pose.stretch);
      context.drawImage(subject.canvas, -subject.footX, middle - subject.footY);
      context.restore();
    },
  };
}

type At = { x: number; y: number; height: number };

function drawShadow(
  frame: Frame,
  subject: RenderedSubject,
  {
    x,
    y,
    height,
    plan,
    width,
    lift,
  }: At & { plan: PlacePlan; width: number /** `lift`: in figure heights. */; lift: number },
): void {
  const { context } = frame;
  const { light, scene } = plan;
  const isInside = scene.stage === "studio" || scene.stage === "indoor";
  const tone = mix(darken(light.shade, 0.5), [20, 18, 40], 0.6);
  context.save();
  context.translate(x, y);
  const faint = 1 / (1 + lift * 2.2);
  context.globalAlpha = faint;
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
  const cast = shadows.get(subject) ?? castShadow(subject, { tone, height });
  shadows.set(subject, cast);
  const { shadow, scale } = cast;
  context.save();
  context.globalAlpha = (isInside ? 0.16 : scene.time === "night" ? 0.2 : 0.26) * faint;
  context.translate(x, y);
  context.transform(1, 0, light.side * (isInside ? 0.55 : 0.5), squash, 0, 0);
  context.drawImage(shadow.canvas, -subject.footX, -subject.footY, shadow.width / scale, shadow.height / scale);
  context.restore();
}

type CastShadow = { shadow: Surface; scale: number };

/** Cache of shadows: a video draws the same figure many times. */
const shadows = new WeakMap<RenderedSubject, CastShadow>();

/** Blurs a small silhouette: a shadow has no details. */
function castShadow(subject: RenderedSubject, { tone, height }: { tone: Colour; height: number }): CastShadow {
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

/** Height of a mirror image relative to its subject, seen from above the water. */
const FORESHORTENING = 0.62;

/** Draws slices from the foot downwards, each moved sideways more by the waves; the deepest fade into the water. */
function drawMirrored({ context, time }: Frame, subject: RenderedSubject, { x, y, height }: At): void {
  const slices = 34;
  const step = subject.footY / slices;
  const long = subject.footY * FORESHORTENING;
  // Draws on a separate surface, so that slices can overlap: half transparent, their seams would be visible.
  const mirror = createSurface(subject.width, long);
  const sheet = mirror.context;
  for (let slice = 0; slice < slices; slice += 1) {
    const push = Math.sin(slice * 1.7 + time * 3) * height * 0.012 * (0.3 + (slice / slices) * 2);
    sheet.save();
    sheet.translate(push, (slice + 1) * step * FORESHORTENING);
    sheet.scale(1, -1);
    const source = subject.footY - (slice + 1) * step;
    sheet.drawImage(
      subject.canvas,
      0,
      source,
      subject.width,
      step,
      0,
      -0.6,
      subject.width,
      step * FORESHORTENING + 1.2,
    );
    sheet.restore();
  }
  const fade = sheet.createLinearGradient(0, 0, 0, long);
  fade.addColorStop(0, "rgba(0,0,0,0.46)");
  fade.addColorStop(1, "rgba(0,0,0,0)");
  sheet.globalCompositeOperation = "destination-in";
  sheet.fillStyle = fade;
  sheet.fillRect(0, 0, mirror.width, mirror.height);
  context.drawImage(mirror.canvas, x - subject.footX, y);
}
