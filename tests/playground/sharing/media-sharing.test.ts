/** Sharing, imports and exports of the media pages. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FIRST_DRAFT } from "#app/(playground)/images/_model/image-draft.ts";
import { fromImageSettings, IMAGE_SETTINGS, toImageSettings } from "#app/(playground)/images/_model/image-settings.ts";
import { fromVideoSettings, toVideoSettings, VIDEO_SETTINGS } from "#app/(playground)/videos/_model/video-settings.ts";
import { openPresets } from "#lib/playground/parameters/preset-store.ts";
import { compareSettings } from "#lib/playground/sharing/compare-settings.ts";
import { readMediaBody } from "#lib/playground/sharing/imports/read-media-body.ts";
import { readShareLink, writeShareLink } from "#lib/playground/sharing/share-link.ts";

const IMAGE = {
  model: "image-model-a",
  prompt: "A lighthouse",
  values: { size: "1024x1024", stream: true, output_compression: 80 },
};
const VIDEO = {
  model: "video-model-a",
  prompt: "Waves",
  route: "operations" as const,
  values: { seconds: "8", seed: 7 },
};

const fragmentOf = (link: string) => new URL(link).hash;

describe("a link", () => {
  test("opens the images page with model, prompt and parameters", async () => {
    const settings = toImageSettings(IMAGE);
    const link = await writeShareLink({ settings, turns: [] }, "http://localhost:3000/images");
    const read = await readShareLink(fragmentOf(link), IMAGE_SETTINGS);
    expect(read).toEqual({ settings, turns: [], problems: [] });
    expect(fromImageSettings(read.settings, FIRST_DRAFT)).toEqual(IMAGE);
    const changes = compareSettings(toImageSettings({ ...FIRST_DRAFT, prompt: "Old" }), read.settings, IMAGE_SETTINGS);
    expect(changes[0]).toEqual({ name: "system", label: "Prompt", before: "Old", after: "A lighthouse" });
    expect(changes.map(({ label }) => label)).toEqual(["Prompt", "Previews", "Size", "Compression"]);
  });

  test("opens the videos page with the route as well", async () => {
    const link = await writeShareLink({ settings: toVideoSettings(VIDEO), turns: [] }, "http://localhost:3000/videos");
    const { settings, problems } = await readShareLink(fragmentOf(link), VIDEO_SETTINGS);
    expect(problems).toEqual([]);
    expect(fromVideoSettings(settings, { ...VIDEO, model: "x", route: "videos" })).toEqual(VIDEO);
  });

  test("drops and names unsupported settings", async () => {
    const settings = { model: "m", system: "A cat", toolsText: "", parameters: { temperature: 1, size: "7x7" } };
    const link = await writeShareLink({ settings, turns: [] }, "http://localhost:3000/images");
    const read = await readShareLink(fragmentOf(link), IMAGE_SETTINGS);
    expect(read.settings.parameters).toEqual({});
    expect(read.problems).toEqual([
      "temperature: this page has no such parameter.",
      'Size: "7x7" cannot be its value.',
    ]);
  });
});

describe("the body of a request", () => {
  test("fills the form of images", () => {
    const { settings, problems } = readMediaBody('{"prompt":"A cat","n":2,"quality":"low","user":"u"}', IMAGE_SETTINGS);
    expect(settings).toMatchObject({ system: "A cat", parameters: { n: 2, quality: "low" } });
    expect(problems).toEqual(["user: this page has no such parameter."]);
    expect(fromImageSettings(settings, FIRST_DRAFT).model).toBe(FIRST_DRAFT.model);
  });

  test("is read from both video routes", () => {
    const videos = readMediaBody('{"model":"video-model-a","prompt":"Waves","seconds":8}', VIDEO_SETTINGS);
    expect(videos).toEqual({
      settings: { model: "video-model-a", system: "Waves", toolsText: "", parameters: { seconds: "8" } },
      problems: [],
    });
    const body = {
      instances: [{ prompt: "Waves" }],
      parameters: { aspectRatio: "9:16", resolution: "720p", durationSeconds: 4, seed: 3 },
    };
    const { settings, problems } = readMediaBody(JSON.stringify(body), VIDEO_SETTINGS);
    expect(problems).toEqual([]);
    expect(settings.parameters).toEqual({ route: "operations", size: "720x1280", seconds: "4", seed: 3 });
  });

  test("is refused with an example for other routes", () => {
    expect(() => readMediaBody('{"messages":[]}', IMAGE_SETTINGS)).toThrow("A request for images looks like");
    expect(() => readMediaBody("{", IMAGE_SETTINGS)).toThrow("not valid JSON");
  });
});

describe("presets", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    });
  });

  test("are saved per page, replaced by ID, and deleted", async () => {
    const store = openPresets("images");
    const preset = { id: "1", name: "Wide", settings: toImageSettings(IMAGE), updatedAt: 1 };
    await store.save(preset);
    await store.save({ ...preset, id: "2", name: "Tall" });
    await store.save({ ...preset, name: "Wider" });
    expect((await store.list()).map(({ name }) => name)).toEqual(["Tall", "Wider"]);
    expect(await openPresets("videos").list()).toEqual([]);
    await store.remove("2");
    expect((await store.list()).map(({ id }) => id)).toEqual(["1"]);
  });
});
