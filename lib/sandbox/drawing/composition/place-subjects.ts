/** Places and sizes subjects: by their natural sizes, their number and the places that the prompt names. */
import type { SceneSubject } from "../scene/scene.ts";
import { subjectKind } from "../scene/subject-words.ts";
import { subjectWidth } from "../subjects/render-subject.ts";
import type { Element } from "./element.ts";
import type { Spot } from "./spot.ts";
import type { PlacePlan } from "./stand.ts";
import { subjectElement } from "./subject-element.ts";

/** Height at which a subject carries another one, as a share of its own height. */
const TOPS: Record<string, number> = {
  chair: 0.55,
  horse: 0.62,
  elephant: 0.82,
  sailboat: 0.16,
  bridge: 0.37,
  car: 0.95,
  turtle: 0.9,
  book: 0.86,
  cup: 0.86,
  bicycle: 0.82,
  cow: 0.72,
  dragon: 0.55,
  laptop: 0.2,
};

const CONTAINERS = /^(?:cup|vase|sailboat|ship|car|balloon|bus|train|chair|gift)$/;

const HERO = { landscape: 0.42, sky: 0.4, underwater: 0.34, space: 0.5, indoor: 0.4, studio: 0.54, abstract: 0.5 };

export function placeSubjects(plan: PlacePlan): Element[] {
  return placeSpots(plan).map((spot, index) => subjectElement(plan, spot, index));
}

function placeSpots(plan: PlacePlan): Spot[] {
  const { scene, aspect, isCutOut } = plan;
  // The sky draws its own bodies (a planet in a landscape, the sun); the other subjects are placed here.
  const subjects = scene.subjects;
  const metres = subjects.map(({ kind }) => subjectKind(kind)?.metres ?? 1);
  const largest = Math.max(...metres, 0.01);
  const isClose = scene.stage === "studio" || scene.stage === "indoor" || isCutOut;
  const isCarried = ({ relation }: SceneSubject) =>
    relation?.kind === "on" || (relation?.kind === "in" && CONTAINERS.test(subjects[relation.to]?.kind ?? ""));
  const anchors = subjects.filter((subject) => !isCarried(subject));
  // A subject that carries another leaves room above it, except a bridge, which is long.
  const hasBridge = anchors.some(({ kind }) => kind === "bridge");
  const tower = anchors.length === subjects.length ? 1 : hasBridge ? 1.25 : 0.74;
  const spots = new Map<SceneSubject, Spot[]>();
  const hero =
    (isCutOut ? 0.8 : HERO[scene.stage]) * Math.min(1, 0.55 + aspect * 0.5) * (anchors.length > 2 ? 0.85 : 1) * tower;
  const scaleOf = (subject: SceneSubject) => {
    const natural = ((subjectKind(subject.kind)?.metres ?? 1) / largest) ** (isClose ? 0.3 : 0.48);
    return hero * Math.max(0.2, natural) * subject.size;
  };
  // Birds use the whole sky, and take no room from the subjects below them.
  const isFlock = ({ kind, relation }: SceneSubject) =>
    /^(?:bird|parrot|butterfly)$/.test(kind) && scene.stage === "landscape" && relation?.kind !== "beside";
  const standing = anchors.filter((subject) => !isFlock(subject));
  const sharing = standing.length > 0 ? standing : anchors;
  const weights = sharing.map(
    (subject) => Math.sqrt(subject.count) * (0.6 + subjectWidth(subject.kind) * scaleOf(subject)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = 0;
  for (const [index, subject] of sharing.entries()) {
    const share = (weights[index] ?? 1) / total;
    const span = { from: left, to: left + share };
    left += share;
    spots.set(subject, placeGroup(plan, subject, { span, height: scaleOf(subject), isAlone: sharing.length === 1 }));
  }
  for (const subject of anchors.filter((each) => !sharing.includes(each)))
    spots.set(
      subject,
      placeGroup(plan, subject, { span: { from: 0, to: 1 }, height: scaleOf(subject), isAlone: true }),
    );
  for (const subject of subjects) {
    if (spots.has(subject)) continue;
    const target = spots.get(subjects[subject.relation?.to ?? -1] ?? subject)?.[0];
    spots.set(
      subject,
      target
        ? placeOn(subject, target, scaleOf(subject))
        : placeGroup(plan, subject, { span: { from: 0, to: 1 }, height: scaleOf(subject), isAlone: true }),
    );
  }
  return [...spots.values()]
    .flat()
    .map((spot) => ({ ...spot, x: keepInside(spot, aspect) }))
    .toSorted((a, b) => (a.base ?? a.foot) - (b.base ?? b.foot));
}

function keepInside({ subject, x, height }: Spot, aspect: number): number {
  const half = (subjectWidth(subject.kind) * height) / 2 + 0.015;
  return half * 2 > aspect ? aspect / 2 : Math.max(half, Math.min(aspect - half, x));
}

function placeOn(subject: SceneSubject, target: Spot, height: number): Spot[] {
  const top = target.foot - target.height * (TOPS[target.subject.kind] ?? 0.96);
  const own = Math.min(height, target.height * 0.85);
  const wide = subjectWidth(target.subject.kind) * target.height;
  return Array.from(
    { length: Math.min(subject.count, 4) },
    (_, index, { length } = { length: Math.min(subject.count, 4) }) => ({
      subject,
      x: target.x + (length > 1 ? ((index + 0.5) / length - 0.5) * wide * 0.8 : 0),
      foot: top + 0.004 + index * 0.0001,
      height: length > 1 ? own * 0.7 : own,
      distance: target.distance,
      base: target.foot,
      support: "air" as const,
    }),
  );
}

type Group = { span: { from: number; to: number }; height: number; isAlone: boolean };

function placeGroup(plan: PlacePlan, subject: SceneSubject, { span, height, isAlone }: Group): Spot[] {
  const { scene, random, aspect, isCutOut } = plan;
  const habitat = subjectKind(subject.kind)?.habitat ?? "ground";
  const isFloating =
    isCutOut ||
    scene.stage === "space" ||
    scene.stage === "underwater" ||
    scene.stage === "sky" ||
    (habitat === "air" && scene.stage !== "studio" && !subject.isGrounded) ||
    (subject.relation?.kind === "above" && scene.stage === "landscape");
  const rows = subject.count <= 4 ? 1 : subject.count <= 10 ? 2 : 3;
  const perRow = Math.ceil(subject.count / rows);
  const margin = 0.07;
  const place = subject.place.across;
  const range = isAlone && subject.count === 1 ? loneRange(plan, place) : placedRange(span, place);
  const from = (margin + range.from * (1 - margin * 2)) * aspect;
  const width = (range.to - range.from) * (1 - margin * 2) * aspect;
  const slot = width / perRow;
  const ratio = subjectWidth(subject.kind);
  const crowd = subject.count > 1 ? 1 / (1 + 0.16 * (subject.count - 1) ** 0.7) : 1;
  const largestWidth = subject.count === 1 ? Math.max(slot, aspect * (isAlone ? 0.86 : 0.34)) : slot * 0.94;
  const own = Math.min(height * crowd, largestWidth / ratio, isCutOut && rows > 1 ? 0.8 / rows : 1);
  return Array.from({ length: subject.count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, subject.count - row * perRow);
    const stagger = rows > 1 && row % 2 ? 0.5 : 0;
    const free = Math.max(0, slot - own * ratio);
    const jitter = subject.count > 1 ? (random.next() - 0.5) * free * 0.7 : 0;
    const x =
      from +
      ((index -
        row * perRow +
        0.5 +
        (inRow < perRow ? (perRow - inRow) / 2 : 0) +
        stagger * (inRow < perRow ? 0 : 0.3)) /
        perRow) *
        width +
      jitter;
    const variation = subject.count > 1 && !isCutOut ? 0.88 + random.next() * 0.2 : 1;
    if (isFloating) return floating(plan, subject, { x, row, rows, height: own * variation });
    return standing(plan, subject, { x, row, rows, height: own * variation });
  });
}

function loneRange({ random, scene, isCutOut }: PlacePlan, place: SceneSubject["place"]["across"]) {
  if (place === "left") return { from: 0.04, to: 0.44 };
  if (place === "right") return { from: 0.56, to: 0.96 };
  if (place === "centre" || isCutOut || scene.stage === "studio") return { from: 0, to: 1 };
  const shift = (random.next() - 0.5) * 0.34;
  return { from: shift, to: 1 + shift };
}

function placedRange(span: Group["span"], place: SceneSubject["place"]["across"]) {
  if (place === "left") return { from: 0, to: 0.42 };
  if (place === "right") return { from: 0.58, to: 1 };
  return place === "centre" ? { from: 0.28, to: 0.72 } : span;
}

type Slot = { x: number; row: number; rows: number; height: number };

function floating(
  { scene, random, horizon, isCutOut }: PlacePlan,
  subject: SceneSubject,
  { x, row, rows, height }: Slot,
): Spot {
  const isDeep = scene.stage !== "landscape";
  const top = isDeep ? 0.08 : 0.05;
  const bottom = isCutOut ? 0.92 : isDeep ? 0.84 : horizon * 0.86;
  const up = subject.place.up;
  const share = up === "top" ? 0.2 : up === "bottom" ? 0.8 : (row + 0.5) / rows;
  const wander = subject.count > 1 && !isCutOut ? (random.next() - 0.5) * (0.5 / rows) : 0;
  const middle = top + (bottom - top) * (share + wander);
  const foot = Math.max(top + height, Math.min(bottom, middle + height / 2));
  return {
    subject,
    x,
    foot: isCutOut && rows === 1 ? 0.5 + height / 2 : foot,
    height,
    distance: isDeep ? row * 0.06 : 0.12,
    support: "air",
  };
}

function standing({ scene, random, horizon }: PlacePlan, subject: SceneSubject, { x, row, rows, height }: Slot): Spot {
  const kind = subjectKind(subject.kind);
  if (scene.stage === "studio")
    return {
      subject,
      x,
      foot: 0.8 - (rows - 1 - row) * 0.14 + (rows - 1) * 0.05,
      height,
      distance: 0,
      support: "ground",
    };
  if (scene.stage === "indoor")
    return {
      subject,
      x,
      foot: horizon + 0.13 + row * 0.07 + random.next() * 0.03,
      height,
      distance: 0,
      support: "ground",
    };
  const isOnWater = scene.ground === "water" && kind?.habitat === "water";
  const isFar = (kind?.metres ?? 1) > 5 || subject.relation?.kind === "behind";
  const near = isOnWater ? 0.2 : scene.shore ? 0.74 : isFar ? 0.3 : 0.58;
  const depth = near + (rows > 1 ? (row / (rows - 1) - 0.5) * 0.34 : 0) + (random.next() - 0.5) * 0.08;
  const foot = horizon + (1 - horizon) * Math.max(0.08, Math.min(0.9, depth));
  const perspective = rows > 1 ? 0.75 + 0.5 * (row / (rows - 1)) : 1;
  return {
    subject,
    x,
    foot,
    height: height * perspective,
    distance: Math.max(0, 0.2 - depth * 0.22),
    support: isOnWater ? "water" : "ground",
  };
}
