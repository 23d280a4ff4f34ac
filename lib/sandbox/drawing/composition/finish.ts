/** The last pass over a picture: bloom, colour strength, contrast, vignette, grain. */
import { freeMemory } from "#lib/http/free-memory.ts";
import { createSurface, type Surface } from "../pixels/surface.ts";

export type Finish = {
  /** 0 grey … 1 as painted … more. */
  chroma: number;
  contrast: number;
  vignette: number;
  bloom: number;
  grain: number;
  seed: number;
};

export function finish(surface: Surface, { chroma, contrast, vignette, bloom, grain, seed }: Finish): void {
  if (bloom > 0) addBloom(surface, bloom);
  const { width, height, context } = surface;
  const image = context.getImageData(0, 0, width, height);
  const pixels = image.data;
  const curve = Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    const bent = share * share * (3 - 2 * share);
    return (share + (bent - share) * contrast) * 255;
  });
  const [halfX, halfY] = [width / 2, height / 2];
  let state = (seed | 1) >>> 0;
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = ((y - halfY) / halfY) ** 2;
    for (let x = 0; x < width; x += 1, at += 4) {
      if (pixels[at + 3] === 0) continue;
      const red = curve[pixels[at] as number] as number;
      const green = curve[pixels[at + 1] as number] as number;
      const blue = curve[pixels[at + 2] as number] as number;
      const grey = red * 0.2126 + green * 0.7152 + blue * 0.0722;
      const across = ((x - halfX) / halfX) ** 2;
      const corner = across + down;
      const fall = corner > 0.5 ? 1 - vignette * (corner - 0.5) * (corner - 0.5) * 0.26 : 1;
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const noise = ((state & 255) / 255 - 0.5) * grain;
      pixels[at] = (grey + (red - grey) * chroma) * fall + noise;
      pixels[at + 1] = (grey + (green - grey) * chroma) * fall + noise;
      pixels[at + 2] = (grey + (blue - grey) * chroma) * fall + noise;
    }
  }
  context.putImageData(image, 0, 0);
  freeMemory(pixels);
}

/** Bright places shine over their edges. */
function addBloom({ canvas, context, width, height }: Surface, strength: number): void {
  const small = createSurface(Math.max(8, width / 10), Math.max(8, height / 10));
  small.context.drawImage(canvas, 0, 0, small.width, small.height);
  small.context.globalCompositeOperation = "multiply";
  small.context.drawImage(small.canvas, 0, 0);
  small.context.drawImage(small.canvas, 0, 0);
  const soft = createSurface(small.width, small.height);
  soft.context.filter = `blur(${(height * 0.004).toFixed(1)}px)`;
  soft.context.drawImage(small.canvas, 0, 0);
  context.save();
  context.globalAlpha = strength;
  context.globalCompositeOperation = "screen";
  context.imageSmoothingQuality = "high";
  context.drawImage(soft.canvas, 0, 0, width, height);
  context.restore();
}
