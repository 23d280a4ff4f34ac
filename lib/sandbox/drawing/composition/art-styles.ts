/** Art styles that are a pass over the finished picture: brush, pencil, pixels, facets. */
import { freeMemory } from "#lib/http/free-memory.ts";
import { createRandom } from "#lib/sandbox/random.ts";
import { css, mix } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { createSurface, readPixels, type Surface, surfaceOf, takePixels } from "../pixels/surface.ts";
import type { ArtStyle, Scene } from "../scene/scene.ts";

type Pass = (surface: Surface, seed: number) => Surface;

const PASSES: Partial<Record<ArtStyle, Pass>> = { watercolour, oil, line: pencil, pixel: pixelate, "low-poly": facets };

/** Returns true when the art style is a pass over the finished picture. */
export function hasArtStylePass({ artStyle }: Scene): boolean {
  return PASSES[artStyle] !== undefined;
}

/** @returns the same surface, or a new one of the same size */
export function applyArtStyle(surface: Surface, scene: Scene, isTransparent: boolean): Surface {
  const pass = PASSES[scene.artStyle];
  if (!pass) return surface;
  const styled = pass(surface, scene.seed);
  if (!isTransparent) return styled;
  styled.context.save();
  styled.context.globalCompositeOperation = "destination-in";
  styled.context.drawImage(surface.canvas, 0, 0);
  styled.context.restore();
  return styled;
}

/** Edges wander, pigment gathers along them, the paper's tooth shows, and the rim is left white. */
function watercolour(surface: Surface, seed: number): Surface {
  const { width, height } = surface;
  const source = readPixels(surface);
  const soft = createSurface(width, height);
  soft.context.filter = `blur(${Math.max(0.6, height * 0.004).toFixed(1)}px)`;
  soft.context.drawImage(surface.canvas, 0, 0);
  const blurred = takePixels(soft);
  const noise = createNoise(seed + 11);
  const output = new Uint8ClampedArray(source.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const v = y / height;
    for (let x = 0; x < width; x += 1, at += 4) {
      const u = x / height;
      const warp = noise.at(u * 22, v * 22);
      const wander = noise.at(u * 6 + 5, v * 6);
      const column = Math.max(0, Math.min(width - 1, Math.round(x + (warp * 0.004 + wander * 0.008) * height)));
      const row = Math.max(0, Math.min(height - 1, Math.round(y + (wander * 0.004 - warp * 0.007) * height)));
      const from = (row * width + column) * 4;
      const pigment = 0.78 + 0.3 * wander + 0.14 * warp;
      const tooth = ((x * 7919 + y * 104729 + ((x * y) % 251)) % 17) / 17 - 0.5;
      const edgeX = Math.min(x, width - 1 - x) / height;
      const edgeY = Math.min(y, height - 1 - y) / height;
      const rim = smoothstep(0.012, 0.05, Math.min(edgeX, edgeY) + wander * 0.022 + warp * 0.008);
      const paper = 250;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = blurred[from + channel] as number;
        const edge = Math.min(40, Math.abs((source[from + channel] as number) - value) * 1.5);
        const wash = paper - (paper - value) * Math.min(1, Math.max(0.35, pigment)) * 0.92;
        output[at + channel] = paper + (wash - edge - paper) * rim + tooth * 5;
      }
      output[at + 3] = 255;
    }
  }
  freeMemory(source);
  freeMemory(blurred);
  const painted = surfaceOf(output, width, height);
  freeMemory(output);
  return painted;
}

/** Strokes along the forms, from broad to fine. */
function oil(surface: Surface, seed: number): Surface {
  const { width, height } = surface;
  const source = readPixels(surface);
  const painted = createSurface(width, height);
  const { context } = painted;
  context.drawImage(surface.canvas, 0, 0);
  const random = createRandom(seed + 23);
  const noise = createNoise(seed + 29);
  const grey = (x: number, y: number) => {
    const at = (Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))) * 4;
    return (source[at] as number) * 0.3 + (source[at + 1] as number) * 0.6 + (source[at + 2] as number) * 0.1;
  };
  context.lineCap = "round";
  for (const [size, tolerance] of [
    [0.021, 0],
    [0.011, 5],
    [0.006, 16],
  ] as const) {
    const brush = size * height;
    const step = brush * 0.62;
    for (let gridY = 0; gridY < height; gridY += step) {
      for (let gridX = 0; gridX < width; gridX += step) {
        const x = Math.round(gridX + random.next() * step);
        const y = Math.round(gridY + random.next() * step);
        if (x >= width || y >= height) continue;
        const reach = Math.max(1, Math.round(brush * 0.5));
        const slopeX = grey(x + reach, y) - grey(x - reach, y);
        const slopeY = grey(x, y + reach) - grey(x, y - reach);
        const strength = Math.hypot(slopeX, slopeY);
        if (strength < tolerance) continue;
        const swirl = noise.fractal((x / height) * 2.2, (y / height) * 2.2, 2) * Math.PI * 1.5;
        const angle = strength > 12 ? Math.atan2(slopeX, -slopeY) : swirl;
        const long = brush * (strength > 30 ? 0.8 : 1.7);
        const at = (y * width + x) * 4;
        const tone = (random.next() - 0.5) * 22;
        context.strokeStyle = `rgba(${(source[at] as number) + tone},${(source[at + 1] as number) + tone},${(source[at + 2] as number) + tone * 0.8},0.88)`;
        context.lineWidth = brush * (0.42 + random.next() * 0.3);
        context.beginPath();
        context.moveTo(x - Math.cos(angle) * long, y - Math.sin(angle) * long);
        context.lineTo(x + Math.cos(angle) * long, y + Math.sin(angle) * long);
        context.stroke();
      }
    }
  }
  freeMemory(source);
  return painted;
}

/** Contours and hatching on paper. */
function pencil(surface: Surface, seed: number): Surface {
  const { width, height } = surface;
  const fine = greyOf(surface, 0.0016);
  const coarse = greyOf(surface, 0.0048);
  const noise = createNoise(seed + 37);
  const output = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, index = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, index += 1) {
      const [u, v] = [x / height, y / height];
      const tone = (coarse[index] as number) / 255;
      const contour = smoothstep(1.2, 9, ((coarse[index] as number) - (fine[index] as number)) * 2);
      const grain = 0.75 + 0.25 * noise.at(u * 260, v * 260);
      const hatch = (turn: number, below: number) =>
        tone < below
          ? smoothstep(
              0.35,
              0.85,
              Math.sin((u * Math.cos(turn) + v * Math.sin(turn) + noise.at(u * 5, v * 5) * 0.004) * 720),
            ) *
            (below - tone) *
            1.5
          : 0;
      const dark = Math.min(1, contour * 0.95 + hatch(0.7, 0.5) + hatch(2.2, 0.34) + hatch(1.45, 0.22)) * grain;
      const at = index * 4;
      const paper = 247 + noise.at(u * 90, v * 90) * 3;
      output[at] = paper - dark * 200;
      output[at + 1] = paper - 3 - dark * 198;
      output[at + 2] = paper - 9 - dark * 182;
      output[at + 3] = 255;
    }
  }
  const painted = surfaceOf(output, width, height);
  freeMemory(output);
  return painted;
}

function greyOf(surface: Surface, radius: number): Float32Array {
  const soft = createSurface(surface.width, surface.height);
  soft.context.filter = `blur(${Math.max(0.5, radius * surface.height).toFixed(1)}px)`;
  soft.context.drawImage(surface.canvas, 0, 0);
  const pixels = takePixels(soft);
  const grey = new Float32Array(pixels.length / 4);
  for (let index = 0; index < grey.length; index += 1) {
    grey[index] =
      (pixels[index * 4] as number) * 0.3 +
      (pixels[index * 4 + 1] as number) * 0.59 +
      (pixels[index * 4 + 2] as number) * 0.11;
  }
  freeMemory(pixels);
  return grey;
}

/** Blocks of few colours, with ordered dither between them. */
function pixelate(surface: Surface): Surface {
  const { width, height } = surface;
  const rows = Math.min(height, 112);
  const columns = Math.max(8, Math.round((rows * width) / height));
  const small = createSurface(columns, rows);
  small.context.imageSmoothingQuality = "high";
  small.context.drawImage(surface.canvas, 0, 0, columns, rows);
  const image = small.context.getImageData(0, 0, columns, rows);
  const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  for (let index = 0; index < columns * rows; index += 1) {
    const threshold = ((bayer[(Math.floor(index / columns) % 4) * 4 + ((index % columns) % 4)] ?? 0) / 16 - 0.5) * 24;
    for (let channel = 0; channel < 3; channel += 1) {
      image.data[index * 4 + channel] = Math.round(((image.data[index * 4 + channel] as number) + threshold) / 34) * 34;
    }
    image.data[index * 4 + 3] = (image.data[index * 4 + 3] as number) > 100 ? 255 : 0;
  }
  small.context.putImageData(image, 0, 0);
  const large = createSurface(width, height);
  large.context.imageSmoothingEnabled = false;
  large.context.drawImage(small.canvas, 0, 0, width, height);
  return large;
}

/** A shaken grid of triangles, each with the colour of its middle. */
function facets(surface: Surface, seed: number): Surface {
  const { width, height } = surface;
  const random = createRandom(seed + 41);
  const rows = 34;
  const cell = height / rows;
  const columns = Math.ceil(width / cell);
  const point = Array.from({ length: (rows + 1) * (columns + 1) }, (_, index) => {
    const [column, row] = [index % (columns + 1), Math.floor(index / (columns + 1))];
    const isEdge = column === 0 || row === 0 || column === columns || row === rows;
    const shake = isEdge ? 0 : 0.72;
    return [(column + (random.next() - 0.5) * shake) * cell, (row + (random.next() - 0.5) * shake) * cell] as const;
  });
  const small = createSurface(Math.ceil(width / 6), Math.ceil(height / 6));
  small.context.imageSmoothingQuality = "high";
  small.context.drawImage(surface.canvas, 0, 0, small.width, small.height);
  const pixels = readPixels(small);
  const painted = createSurface(width, height);
  const { context } = painted;
  const triangle = (a: number, b: number, c: number, isUpper: boolean) => {
    const corners = [a, b, c].map((index) => point[index] ?? ([0, 0] as const));
    const x = corners.reduce((sum, [px]) => sum + px, 0) / 3;
    const y = corners.reduce((sum, [, py]) => sum + py, 0) / 3;
    const at =
      (Math.max(0, Math.min(small.height - 1, Math.floor(y / 6))) * small.width +
        Math.max(0, Math.min(small.width - 1, Math.floor(x / 6)))) *
      4;
    const colour = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    context.fillStyle = css(mix(colour, isUpper ? [255, 255, 255] : [20, 20, 50], 0.035 + random.next() * 0.03));
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 0.8;
    context.beginPath();
    for (const [px, py] of corners) context.lineTo(px, py);
    context.closePath();
    context.fill();
    context.stroke();
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = row * (columns + 1) + column;
      const [right, below, across] = [at + 1, at + columns + 1, at + columns + 2];
      if (random.next() < 0.5) {
        triangle(at, right, below, true);
        triangle(right, across, below, false);
      } else {
        triangle(at, right, across, true);
        triangle(at, across, below, false);
      }
    }
  }
  return painted;
}
