/** A shot of a scene: its layers, and a camera that looks at them. */
import { arrange } from "../painter/composition/arrange.ts";
import type { Element } from "../painter/composition/element.ts";
import { createSurface, type Surface } from "../painter/pixels/surface.ts";
import type { Scene } from "../painter/scene/scene.ts";
import { type Camera, nearnessOf, type Size, transformOf } from "./camera.ts";
import { type Layer, liveLayer, slowLayer, stillLayer } from "./layers.ts";

export type Film = {
  /** Draws the moment over all of the frame. */
  draw(frame: Surface, time: number): void;
};

type Shot = { scene: Scene; camera: Camera; size: Size; seconds: number };

export function createFilm({ scene, camera, size, seconds }: Shot): Film {
  const world = {
    width: Math.round(size.width * camera.room.across),
    height: Math.round(size.height * camera.room.up),
  };
  const { elements } = arrange(scene, { aspect: world.width / world.height, isTransparent: false });
  const layers = layersOf(elements, world);
  return {
    draw(frame, time) {
      const view = camera.at(time / seconds);
      for (const layer of layers) {
        const [scale, left, top] = transformOf(view, { nearness: nearnessOf(layer.depth), frame: size, world });
        frame.context.setTransform(scale, 0, 0, scale, left, top);
        layer.draw(frame, time);
      }
      frame.context.setTransform(1, 0, 0, 1, 0, 0);
    },
  };
}

/** Still elements that lie together and move together become one layer. */
function layersOf(elements: readonly Element[], world: Size): Layer[] {
  const layers: Layer[] = [];
  const area = { ...world, detail: 1 as const };
  let still: Element[] = [];
  const settle = () => {
    if (still.length > 0) layers.push(stillLayer(still, area));
    still = [];
  };
  for (const element of elements) {
    const { renewal, depth } = element;
    if (renewal === undefined) {
      if (still[0] && nearnessOf(still[0].depth) !== nearnessOf(depth)) settle();
      still.push(element);
      continue;
    }
    settle();
    const lower = [...layers];
    const below = (surface: Surface, time: number) => {
      surface.context.setTransform(surface.width / world.width, 0, 0, surface.height / world.height, 0, 0);
      for (const layer of lower) layer.draw(surface, time);
      surface.context.setTransform(1, 0, 0, 1, 0, 0);
    };
    if (renewal === 0) layers.push(liveLayer(element, area));
    else layers.push(slowLayer(element, renewal, { ...area, scale: 0.6, isOpaque: depth === 0, below }));
  }
  settle();
  return layers;
}

export function createFrameSurface({ width, height }: Size): Surface {
  const surface = createSurface(width, height);
  surface.context.imageSmoothingEnabled = true;
  surface.context.imageSmoothingQuality = "low";
  return surface;
}
