/** Picks the composer of a scene: a natural view, a cut-out, or one of the graphic arrangements. */
import { createRandom, hash } from "#lib/sandbox/random.ts";
import { css, darken, hex, lighten, mix, oklch, toOklch } from "../pixels/colour.ts";
import type { Scene, SceneSubject } from "../scene/scene.ts";
import { subjectWidth } from "../subjects/render-subject.ts";
import type { ActOf } from "./act.ts";
import { type Composition, compose, composeCutOut } from "./compose.ts";
import type { Element } from "./element.ts";
import { backdropColour } from "./interior.ts";
import { createLight } from "./light.ts";
import { placeSubjects } from "./place-subjects.ts";
import type { Spot } from "./spot.ts";
import type { Stand } from "./stand.ts";
import { subjectElement } from "./subject-element.ts";
import { composeTitle } from "./title.ts";

type Options = { aspect: number; isTransparent: boolean; act?: ActOf };

export function arrange(scene: Scene, { aspect, isTransparent, act }: Options): Composition {
  const composition = arrangeView(scene, { aspect, isTransparent, act });
  const title = composeTitle(scene);
  return title.length > 0 ? { ...composition, elements: [...composition.elements, ...title] } : composition;
}

function arrangeView(scene: Scene, { aspect, isTransparent, act }: Options): Composition {
  const hasSubjects = scene.subjects.length > 0;
  if (isTransparent) return composeCutOut(scene, aspect);
  if (hasSubjects && scene.artStyle === "pattern") return composePattern(scene, aspect);
  if (hasSubjects && scene.artStyle === "logo") return composeBadge(scene, aspect);
  if (hasSubjects && scene.artStyle === "isometric") return composeBlock(scene, aspect);
  return compose(scene, aspect, act);
}

function standOf(scene: Scene): Stand {
  const random = createRandom(hash(scene.prompt.toLowerCase(), String(scene.seed), "arrangement"));
  const light = createLight({ ...scene, time: "day", weather: "clear", palette: [] }, { random, horizon: 0.7 });
  return { scene, light, random, horizon: 0.7 };
}

function backdrop(scene: Scene, stand: Stand): readonly [number, number, number] {
  return scene.palette[0] ?? backdropColour(scene, stand.random.next);
}

function fill(colour: readonly [number, number, number]): Element {
  return {
    depth: 0,
    draw({ context, width, height }) {
      context.fillStyle = css(colour);
      context.fillRect(0, 0, width, height);
    },
  };
}

/** Offset rows of the subjects and of small marks between them. */
function composePattern(scene: Scene, aspect: number): Composition {
  const stand = standOf(scene);
  const colour = backdrop(scene, stand);
  const rows = 5;
  const cell = 1 / rows;
  const columns = Math.ceil(aspect / cell) + 1;
  const elements: Element[] = [fill(colour), marks(colour, { rows, columns, cell })];
  for (let row = 0; row < rows; row += 1) {
    for (let column = -1; column < columns; column += 1) {
      const subject = scene.subjects[(row + column + 60) % scene.subjects.length] as SceneSubject;
      const height = Math.min(cell * 0.62, (cell * 0.8) / subjectWidth(subject.kind));
      const spot: Spot = {
        subject,
        x: (column + 0.5 + (row % 2) * 0.5) * cell,
        foot: (row + 0.5) * cell + height / 2,
        height,
        distance: 0,
        support: "air",
      };
      elements.push(subjectElement({ ...stand, aspect, isCutOut: true }, spot, row * columns + column));
    }
  }
  return { elements, light: stand.light, horizon: 0.7 };
}

function marks(
  colour: readonly [number, number, number],
  { rows, columns, cell }: { rows: number; columns: number; cell: number },
): Element {
  const tone = toOklch(colour)[0] > 0.6 ? darken(colour, 0.1) : lighten(colour, 0.14);
  return {
    depth: 1,
    draw({ context, height }) {
      context.fillStyle = css(tone);
      for (let row = 0; row <= rows; row += 1) {
        for (let column = -1; column <= columns; column += 1) {
          context.beginPath();
          context.arc(
            (column + (row % 2) * 0.5) * cell * height,
            (row + 0.5) * cell * height,
            cell * height * 0.045,
            0,
            Math.PI * 2,
          );
          context.fill();
        }
      }
    },
  };
}

/** The first subject before a disc, as a sign. */
function composeBadge(scene: Scene, aspect: number): Composition {
  const stand = standOf(scene);
  const [subject] = scene.subjects as [SceneSubject];
  const paper = /white|plain/.test(scene.prompt.toLowerCase())
    ? hex("#ffffff")
    : mix(oklch(0.96, 0.02, stand.random.next() * 360), hex("#faf7f0"), 0.6);
  const named = scene.palette[0] ?? subject.colour;
  const hue = named ? toOklch(named)[2] : stand.random.next() * 360;
  const disc = scene.palette[0] ?? oklch(0.5, 0.11, hue + 180);
  const size = Math.min(1, aspect);
  const height = Math.min(0.46 * size, (0.56 * size) / subjectWidth(subject.kind));
  const spot: Spot = {
    subject: { ...subject, count: 1 },
    x: aspect / 2,
    foot: 0.5 + height * 0.5,
    height,
    distance: 0,
    support: "air",
  };
  const sign: Element = {
    depth: 1,
    draw({ context, width, height: tall }) {
      const [x, y, radius] = [width / 2, tall / 2, 0.38 * size * tall];
      for (const [share, colour] of [
        [1, darken(disc, 0.1)],
        [0.955, paper],
        [0.925, disc],
      ] as const) {
        context.fillStyle = css(colour);
        context.beginPath();
        context.arc(x, y, radius * share, 0, Math.PI * 2);
        context.fill();
      }
      context.save();
      context.beginPath();
      context.arc(x, y, radius * 0.925, 0, Math.PI * 2);
      context.clip();
      for (let ray = 0; ray < 16; ray += 1) {
        context.fillStyle = css(lighten(disc, 0.05), 0.75);
        context.beginPath();
        context.moveTo(x, y + radius * 0.2);
        context.arc(x, y + radius * 0.2, radius * 1.4, (ray * Math.PI) / 8, ((ray + 0.5) * Math.PI) / 8);
        context.fill();
      }
      context.restore();
    },
  };
  return {
    elements: [fill(paper), sign, subjectElement({ ...stand, aspect, isCutOut: true }, spot, 0)],
    light: stand.light,
    horizon: 0.7,
  };
}

/** A piece of land as a block, seen from above at a corner. */
function composeBlock(scene: Scene, aspect: number): Composition {
  const stand = standOf(scene);
  const colour = backdrop({ ...scene, subjects: [] }, stand);
  const top = hex(
    {
      grass: "#8fbf5a",
      flowers: "#8fbf5a",
      road: "#8fbf5a",
      water: "#5fb4d6",
      sand: "#ecd096",
      snow: "#f4f8fc",
      wheat: "#e0bd62",
      stone: "#b9b4ac",
      lavender: "#a08ad0",
    }[scene.ground],
  );
  const half = 0.4 * Math.min(1, aspect);
  const block: Element = {
    depth: 1,
    draw({ context, width, height }) {
      const [x, y, w, h, deep] = [width / 2, 0.6 * height, half * height, half * 0.52 * height, 0.1 * height];
      const face = (points: readonly (readonly [number, number])[], tone: readonly [number, number, number]) => {
        context.fillStyle = css(tone);
        context.beginPath();
        for (const [px, py] of points) context.lineTo(px, py);
        context.fill();
      };
      context.save();
      context.filter = `blur(${(height * 0.02).toFixed(1)}px)`;
      face(
        [
          [x - w, y + deep],
          [x, y + h + deep],
          [x + w * 1.25, y + deep * 1.6],
          [x, y - h],
        ],
        darken(colour, 0.18),
      );
      context.restore();
      const soil = hex("#9a6f4a");
      face(
        [
          [x - w, y],
          [x, y + h],
          [x, y + h + deep],
          [x - w, y + deep],
        ],
        darken(soil, 0.03),
      );
      face(
        [
          [x + w, y],
          [x, y + h],
          [x, y + h + deep],
          [x + w, y + deep],
        ],
        darken(soil, 0.12),
      );
      face(
        [
          [x - w, y],
          [x, y + h],
          [x, y + h + deep * 0.25],
          [x - w, y + deep * 0.25],
        ],
        darken(top, 0.1),
      );
      face(
        [
          [x + w, y],
          [x, y + h],
          [x, y + h + deep * 0.25],
          [x + w, y + deep * 0.25],
        ],
        darken(top, 0.18),
      );
      face(
        [
          [x - w, y],
          [x, y - h],
          [x + w, y],
          [x, y + h],
        ],
        top,
      );
      for (let line = 1; line < 6; line += 1) {
        const share = line / 6;
        context.strokeStyle = css(darken(top, 0.045));
        context.lineWidth = Math.max(1, height * 0.0016);
        context.beginPath();
        context.moveTo(x - w + w * share, y + h * share);
        context.lineTo(x + w * share, y - h + h * share);
        context.moveTo(x - w + w * share, y - h * share);
        context.lineTo(x + w * share, y + h - h * share);
        context.stroke();
      }
    },
  };
  const scaled: Scene = {
    ...scene,
    stage: "studio",
    subjects: scene.subjects.map((subject) => ({
      ...subject,
      size: subject.size * (scene.subjects.length > 1 || subject.count > 1 ? 0.82 : 0.95),
    })),
  };
  const subjects = placeSubjects({ ...stand, scene: scaled, aspect: 0.56 * Math.min(1, aspect) });
  return {
    elements: [
      fill(colour),
      block,
      ...subjects.map((element) => ({
        ...element,
        draw: (frame: Parameters<Element["draw"]>[0]) => {
          frame.context.save();
          frame.context.translate((frame.aspect / 2 - 0.28 * Math.min(1, aspect)) * frame.height, -0.16 * frame.height);
          element.draw(frame);
          frame.context.restore();
        },
      })),
    ],
    light: stand.light,
    horizon: 0.7,
  };
}
