import { type Bounds, clipBounds, type MaskPlane } from "../plane/mask-plane.ts";

/** Scan lines per row of pixels. Across a row the coverage of a pixel is exact. */
const LINES = 4;

type Crossing = { x: number; winding: number };

/** Fills (or erases) the area inside an outline, which may cross itself; edges are smooth. */
export function fillPolygon(plane: MaskPlane, points: readonly number[], erase: boolean): void {
  const edges = toEdges(points);
  const bounds = clipBounds(findBounds(points), plane);
  if (!bounds || edges.length < 3) return;
  plane.willChange?.(bounds.left, bounds.top, bounds.right, bounds.bottom);
  const row = new Float32Array(plane.width);
  for (let y = bounds.top; y < bounds.bottom; y++) {
    row.fill(0, bounds.left, bounds.right);
    for (let line = 0; line < LINES; line++) addLine(row, findCrossings(edges, y + (line + 0.5) / LINES));
    for (let x = bounds.left, at = y * plane.width + x; x < bounds.right; x++, at++) {
      const covered = Math.round((255 * (row[x] as number)) / LINES);
      const present = plane.data[at] as number;
      plane.data[at] = erase ? Math.min(present, 255 - covered) : Math.max(present, covered);
    }
  }
}

type Edge = { fromX: number; fromY: number; toX: number; toY: number };

function toEdges(points: readonly number[]): Edge[] {
  const edges: Edge[] = [];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const next = index + 3 < points.length ? index + 2 : 0;
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [points[index], points[index + 1], points[next], points[next + 1]];
    edges.push({ fromX, fromY, toX, toY });
  }
  return edges;
}

function findCrossings(edges: readonly Edge[], y: number): Crossing[] {
  const crossings: Crossing[] = [];
  for (const { fromX, fromY, toX, toY } of edges) {
    if (fromY <= y === toY <= y) continue;
    crossings.push({ x: fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX), winding: fromY < toY ? 1 : -1 });
  }
  return crossings.sort((one, other) => one.x - other.x);
}

function addLine(row: Float32Array, crossings: readonly Crossing[]): void {
  let winding = 0;
  crossings.forEach((crossing, index) => {
    const before = winding;
    winding += crossing.winding;
    if (before !== 0) addSpan(row, crossings[index - 1]?.x ?? crossing.x, crossing.x);
  });
}

function addSpan(row: Float32Array, from: number, to: number): void {
  const left = Math.max(0, from);
  const right = Math.min(row.length, to);
  for (let x = Math.floor(left); x < right; x++) {
    row[x] = (row[x] as number) + Math.min(x + 1, right) - Math.max(x, left);
  }
}

function findBounds(points: readonly number[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x = 0, y = 0] = [points[index], points[index + 1]];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}
