import { type Colour, css, darken, hex, lighten, mix, multiply } from "../pixels/colour.ts";
import type { Element } from "./element.ts";
import { foliage } from "./light.ts";
import type { Stand } from "./stand.ts";

export function composeForest(plan: Stand): Element[] {
  const { horizon, scene } = plan;
  const isMain = scene.distance[0] === "forest" && scene.subjects.length < 3;
  const rows = isMain
    ? [
        [0.78, 0.12, 30],
        [0.55, 0.17, 32],
        [0.33, 0.24, 34],
        [0.12, 0.34, 36],
      ]
    : [
        [0.5, 0.07, 30],
        [0.28, 0.1, 32],
      ];
  return rows.map(([distance = 0, height = 0, depth = 30]) =>
    treeRow(plan, { depth, distance, height, foot: horizon + (1 - distance) * 0.035 }),
  );
}

type Row = { depth: number; distance: number; height: number; foot: number };

function treeRow({ scene, light, random }: Stand, { depth, distance, height, foot }: Row): Element {
  const isConifer =
    scene.season === "winter" ||
    /pine|fir|conifer|alp|mountain|spruce/.test(scene.prompt.toLowerCase()) ||
    random.next() < 0.5;
  const leaf = light.grade(mix(foliage(scene, random), hex("#1d3a2d"), isConifer ? 0.7 : 0.35), 0.45);
  const trees: { x: number; height: number; seed: number }[] = [];
  for (let x = -0.1; x < 2.2; x += height * (0.13 + random.next() * 0.22)) {
    trees.push({ x, height: height * (0.55 + random.next() * 0.6), seed: random.next() });
  }
  const near = light.on(leaf, 0.75, distance);
  const top = lighten(near, 0.05);
  const bottom = mix(light.on(leaf, 0.1, distance), light.haze, 0.25 + light.haziness * 0.45);
  return {
    depth,
    draw({ context, width, height: tall }) {
      const gradient = context.createLinearGradient(0, (foot - height) * tall, 0, (foot + 0.02) * tall);
      gradient.addColorStop(0, css(top));
      gradient.addColorStop(1, css(bottom));
      context.fillStyle = gradient;
      context.beginPath();
      for (const tree of trees) {
        const x = tree.x * tall;
        if (x > width + tall * 0.1) break;
        if (isConifer) conifer(context, { x, foot: foot * tall, height: tree.height * tall, seed: tree.seed });
        else crown(context, { x, foot: foot * tall, height: tree.height * tall * 0.7, seed: tree.seed });
      }
      context.rect(0, foot * tall - height * tall * 0.08, width, height * tall * 0.08 + tall * 0.03);
      context.fill();
    },
  };
}

type Silhouette = { x: number; foot: number; height: number; seed: number };
type Context = import("@napi-rs/canvas").SKRSContext2D;

function conifer(context: Context, { x, foot, height, seed }: Silhouette): void {
  const tiers = 9;
  const spread = height * (0.17 + seed * 0.05);
  const points: [number, number][] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const share = (tier + 1) / tiers;
    const jitter = 0.8 + 0.4 * Math.abs(Math.sin(seed * 90 + tier * 2.3));
    points.push(
      [spread * share * jitter, -height * (1 - share) + height * 0.012],
      [spread * share * 0.5, -height * (1 - share) - height * 0.012],
    );
  }
  context.moveTo(x, foot - height);
  for (const [away, up] of points) context.lineTo(x + away, foot + up);
  for (const [away, up] of points.toReversed()) context.lineTo(x - away * 0.93, foot + up + height * 0.008);
  context.closePath();
}

function crown(context: Context, { x, foot, height, seed }: Silhouette): void {
  for (let lump = 0; lump < 6; lump += 1) {
    const angle = seed * 20 + lump * 1.1;
    const away = height * 0.26;
    const [cx, cy] = [x + Math.cos(angle) * away, foot - height * 0.62 + Math.sin(angle) * away * 0.8];
    const radius = height * (0.2 + 0.08 * Math.sin(seed * 40 + lump));
    context.moveTo(cx + radius, cy);
    context.arc(cx, cy, radius, 0, Math.PI * 2);
  }
  context.rect(x - height * 0.03, foot - height * 0.4, height * 0.06, height * 0.4);
}

export function composeCity(plan: Stand): Element[] {
  const { horizon, scene } = plan;
  const isMain = scene.distance[0] === "city";
  const scale = isMain ? 1 : 0.55;
  return [
    blocks(plan, { depth: 30, distance: 0.72, height: 0.34 * scale, foot: horizon + 0.004 }),
    blocks(plan, { depth: 32, distance: 0.45, height: 0.29 * scale, foot: horizon + 0.008 }),
    blocks(plan, { depth: 34, distance: 0.16, height: 0.2 * scale, foot: horizon + 0.012 }),
  ];
}

const WALLS = ["#8c99ab", "#b3a496", "#7d8796", "#c2b5a3", "#946f60", "#6d7f92"] as const;
const LAMPS: readonly Colour[] = [
  [255, 214, 140],
  [255, 232, 180],
  [210, 230, 255],
];

/** Each house has a lit and a shaded face, a roof of its own and windows, of which some are lit when it is dark. */
function blocks({ light, random }: Stand, { depth, distance, height, foot }: Row): Element {
  const houses: { x: number; width: number; height: number; wall: Colour; roof: number; seed: number }[] = [];
  for (let x = -0.05; x < 2.2; ) {
    const width = 0.03 + random.next() * 0.045 + (1 - distance) * 0.012;
    const centre = 0.65 + 0.5 * Math.exp(-(((x % 1.2) - 0.55) ** 2) * 7);
    const tall = height * (0.28 + random.next() ** 1.6 * 0.8) * centre;
    houses.push({
      x,
      width,
      height: tall,
      wall: light.grade(hex(random.pick(WALLS)), 0.4),
      roof: random.integer(6),
      seed: random.next(),
    });
    x += width * (0.82 + random.next() * 0.3);
  }
  return {
    depth,
    draw({ context, width, height: tall, detail }) {
      for (const house of houses) {
        const [x, w, h] = [house.x * tall, house.width * tall, house.height * tall];
        if (x > width) break;
        const y = foot * tall - h;
        const bright = light.on(house.wall, 0.95, distance);
        const dark = light.on(darken(house.wall, 0.06), 0.05, distance);
        const seam = x + w * (light.side < 0 ? 0.64 : 0.36);
        for (const [left, right, colour] of [
          [x, seam, light.side < 0 ? bright : dark],
          [seam, x + w, light.side < 0 ? dark : bright],
        ] as const) {
          const gradient = context.createLinearGradient(0, y, 0, foot * tall);
          gradient.addColorStop(0, css(colour));
          gradient.addColorStop(1, css(mix(colour, light.haze, 0.3 + light.haziness * 0.35)));
          context.fillStyle = gradient;
          context.fillRect(left, y, right - left + 0.5, h + tall * 0.012);
        }
        context.fillStyle = css(dark);
        if (house.roof === 0) context.fillRect(x + w * 0.46, y - h * 0.22, Math.max(1, w * 0.05), h * 0.22);
        if (house.roof === 1) context.fillRect(x + w * 0.2, y - h * 0.05, w * 0.6, h * 0.05);
        if (house.roof === 2) polygon(context, [x + w * 0.1, y, x + w * 0.5, y - h * 0.2, x + w * 0.9, y]);
        if (distance < 0.7 && (detail > 0 || distance < 0.3)) windows(context, { ...house, x, y, w, h });
      }
    },
  };
  function windows(
    context: Context,
    house: { x: number; y: number; w: number; h: number; wall: Colour; seed: number },
  ) {
    const columns = Math.max(2, Math.round(house.w / (house.h * 0.05 + 5)));
    const rows = Math.max(3, Math.round(house.h / (house.w * 0.18 + 3)));
    const [stepX, stepY] = [house.w / columns, house.h / rows];
    const glass = light.on(mix(darken(house.wall, 0.12), light.sky[2], 0.35), 0.6, distance);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const chance = Math.abs(Math.sin((row * 7.13 + column * 3.77 + house.seed * 91) * 12.9898) * 43758.5453) % 1;
        const isLit = chance < light.darkness * 0.5;
        const lamp = LAMPS[Math.floor(chance * 97) % LAMPS.length] ?? LAMPS[0];
        context.fillStyle = isLit && lamp ? css(mix(lamp, light.haze, distance * 0.45), 0.95) : css(glass, 0.55);
        context.fillRect(house.x + (column + 0.26) * stepX, house.y + (row + 0.3) * stepY, stepX * 0.5, stepY * 0.46);
      }
    }
  }
}

function polygon(context: Context, points: readonly number[]): void {
  context.beginPath();
  for (let index = 0; index + 1 < points.length; index += 2) context.lineTo(points[index] ?? 0, points[index + 1] ?? 0);
  context.fill();
}

const ROOFS = ["#b5523b", "#a8473a", "#8c4a3f", "#6f5a5a"] as const;

export function composeVillage({ scene, light, random, horizon }: Stand): Element[] {
  const houses = Array.from({ length: 15 }, () => {
    const y = random.next();
    return {
      x: 0.25 + random.next() * 1.1,
      y,
      size: 0.042 + y * 0.022,
      roof: hex(random.pick(ROOFS)),
      seed: random.next(),
    };
  }).sort((a, b) => a.y - b.y);
  const isWhite = scene.ground === "snow" || scene.season === "winter";
  const isByWater = scene.ground === "water";
  return [
    {
      depth: 38,
      draw({ context, height }) {
        for (const { x, y, size, roof, seed } of houses) {
          const [left, foot, s] = [
            x * height,
            (horizon + (isByWater ? -0.012 * (1 - y) : 0.002 + y * 0.035)) * height,
            size * height,
          ];
          const wall = light.on(hex(seed < 0.5 ? "#f0e6d6" : "#e2d2bb"), 0.85, 0.22);
          context.fillStyle = css(wall);
          context.fillRect(left, foot - s * 0.62, s * 1.3, s * 0.62);
          context.fillStyle = css(multiply(wall, light.shade));
          context.fillRect(light.side < 0 ? left + s * 0.9 : left, foot - s * 0.62, s * 0.4, s * 0.62);
          context.fillStyle = css(light.on(isWhite ? hex("#f2f5fa") : roof, 0.7, 0.2));
          polygon(context, [
            left - s * 0.12,
            foot - s * 0.6,
            left + s * 0.25,
            foot - s * 1.1,
            left + s * 1.05,
            foot - s * 1.1,
            left + s * 1.42,
            foot - s * 0.6,
          ]);
          context.fillStyle = light.darkness > 0.2 ? "rgb(255,216,140)" : css(light.on(hex("#5c6470"), 0.5, 0.2));
          for (const at of [0.25, 0.75]) context.fillRect(left + s * at, foot - s * 0.42, s * 0.18, s * 0.2);
        }
      },
    },
  ];
}
