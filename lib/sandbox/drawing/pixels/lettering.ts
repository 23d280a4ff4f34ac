/** Text in a picture, in a font of our own: a server may have none. */
import { createRequire } from "node:module";
import { GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";

const FAMILY = "Parlance Lettering";

/** Fonts in order: letters that the first lacks come from the next, then from the system's fonts. */
const FILES = ["latin", "latin-ext", "cyrillic"].map((script) => `geist-${script}-wght-normal.woff2`);

let isReady = false;

function prepare(): void {
  if (isReady) return;
  isReady = true;
  const { resolve } = createRequire(import.meta.url);
  for (const file of FILES) {
    try {
      GlobalFonts.registerFromPath(resolve(`@fontsource-variable/geist/files/${file}`), FAMILY);
    } catch {
      // Without it the system's fonts serve.
    }
  }
}

type Box = { x: number; y: number; width: number; height: number };

/** In the middle of the box, as large as fits, in up to three lines. */
export function letter(context: SKRSContext2D, text: string, box: Box, draw: "fill" | "stroke" = "fill"): void {
  prepare();
  const font = (size: number) => `700 ${size}px "${FAMILY}", "Liberation Sans", sans-serif`;
  context.save();
  context.textAlign = "center";
  context.textBaseline = "middle";
  const choices = [1, 2, 3].map((count) => {
    const lines = breakInto(text, count);
    context.font = font(100);
    const widest = Math.max(...lines.map((line) => context.measureText(line).width), 1);
    return { lines, size: Math.min((box.width / widest) * 100, box.height / (lines.length * 1.12)) };
  });
  const best = choices.toSorted((a, b) => b.size - a.size)[0];
  if (best) {
    const { lines, size } = best;
    context.font = font(size);
    context.lineJoin = "round";
    for (const [index, line] of lines.entries()) {
      const y = box.y + box.height / 2 + (index - (lines.length - 1) / 2) * size * 1.12 + size * 0.04;
      if (draw === "stroke") context.strokeText(line, box.x + box.width / 2, y);
      else context.fillText(line, box.x + box.width / 2, y);
    }
  }
  context.restore();
}

/** Lines of about one length, at spaces. */
function breakInto(text: string, count: number): string[] {
  const words = text.split(/\s+/);
  if (count === 1 || words.length < count) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const isFull = line !== "" && line.length + word.length / 2 > text.length / count;
    if (isFull && lines.length < count - 1) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
