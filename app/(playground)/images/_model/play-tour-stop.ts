import { playStop } from "#components/tour/play-stop.ts";
import { addStroke, createMask } from "#lib/playground/images/mask-state.ts";
import { FIRST_VALUES } from "./image-parameters.ts";
import type { Images } from "./images.ts";

const SCENE = "A lighthouse on a cliff at dusk, waves below, the first stars above";
/** Place in the sky of the scene, in shares of its width and height: left, top, right, bottom. */
const SKY = [0.38, 0.05, 0.66, 0.4] as const;

/** Plays a stop of the guided tour: paints a scene, masks a part of its sky and edits that alone. */
export function playTourStop(images: Images, id: string): Promise<void> {
  return playStop({ owner: images, page: "/images", id }, async ({ page, prompt }) => {
    // A reload shows the result instead of playing again.
    history.replaceState(null, "", page);
    images.startNew();
    images.changeDraft({ model: "image-model-a", prompt: SCENE, values: { ...FIRST_VALUES, size: "1536x1024" } });
    await images.generate();
    const [job] = images.store.get().jobs;
    const [image] = job?.images ?? [];
    if (!job || !image || job.request.prompt !== SCENE) return;
    images.takeAsSource(job.id, 0);
    const { width, height } = image;
    const [left, top, right, bottom] = SKY;
    const points = [left * width, top * height, right * width, bottom * height].map(Math.round);
    images.setMask(addStroke(createMask(width, height), { tool: "rectangle", erase: false, points }));
    images.changeDraft({ prompt });
    await images.generate();
  });
}
