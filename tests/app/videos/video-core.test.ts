import { describe, expect, test } from "vitest";
import { describeTimeLeft, isSoon } from "#app/(playground)/videos/_model/expiry.ts";
import { coverBox, findReferenceProblem, findSizeProblem } from "#app/(playground)/videos/_model/fit-reference.ts";
import { sheetIndex, sheetPosition, stepTime } from "#app/(playground)/videos/_model/frame-step.ts";
import { createPollPace } from "#app/(playground)/videos/_model/poll-pace.ts";
import { listVideoModels } from "#app/(playground)/videos/_model/video-models.ts";
import { readVideoId } from "#lib/playground/videos/task-address.ts";
import { listSentValues, listVideoParameters } from "#lib/playground/videos/video-parameters.ts";
import { getStateAt, readVideoTask, typicalTime, type VideoTask } from "#lib/playground/videos/video-task.ts";

const KEY = "0123456789abcdefghijklmnopqrstuv";

const wire = (changes: object = {}) => ({
  id: `video_${KEY}`,
  object: "video",
  model: "video-model-a",
  status: "completed",
  progress: 100,
  created_at: 1000,
  completed_at: 1008,
  expires_at: 2000,
  prompt: "A boat",
  size: "720x1280",
  seconds: "4",
  remixed_from_video_id: null,
  error: null,
  ...changes,
});

describe("a task as the wire has it", () => {
  test("is read with its times in milliseconds and its size in pixels", () => {
    expect(readVideoTask(wire())).toMatchObject({
      state: "completed",
      createdAt: 1_000_000,
      completedAt: 1_008_000,
      width: 720,
      height: 1280,
      seconds: "4",
    });
  });

  test.each([
    ["pending", "pending"],
    ["queued", "pending"],
    ["in_progress", "in_progress"],
    ["failed", "failed"],
    ["something_new", "pending"],
  ])("%s is %s", (status, state) => expect(readVideoTask(wire({ status })).state).toBe(state));

  test("keeps the gateway's failure message", () => {
    const error = { code: "moderation_blocked", message: "Not this.", type: "invalid_request_error" };
    expect(readVideoTask(wire({ status: "failed", error })).failure).toMatchObject({ origin: "task", ...error });
  });

  test("is read without optional fields", () => {
    expect(readVideoTask({ id: "video_1" })).toMatchObject({ id: "video_1", state: "pending", progress: 0 });
    expect(readVideoTask(null).id).toBe("");
  });

  test("expires by the clock", () => {
    const task = readVideoTask(wire());
    expect(getStateAt(task, 1_999_999)).toBe("completed");
    expect(getStateAt(task, 2_000_000)).toBe("expired");
  });
});

test("the typical time is the median of finished videos of the same model and length", () => {
  const took = (seconds: number, changes = {}) => readVideoTask(wire({ completed_at: 1000 + seconds, ...changes }));
  const tasks = [took(8), took(90), took(10), took(500, { seconds: "12" }), took(400, { model: "other" })];
  expect(typicalTime(took(1), tasks)).toBe(10_000);
  expect(typicalTime(took(1, { seconds: "8" }), tasks)).toBeUndefined();
});

describe("the pace of polling", () => {
  const task = (state: VideoTask["state"], progress = 0) => ({ ...readVideoTask(wire()), state, progress });

  test("backs off without changes, speeds up after a change, and stops at the end", () => {
    const pace = createPollPace();
    const waits = [1, 2, 3, 4].map((mark) => pace({ mark, tasks: [task("in_progress", 10)] }));
    expect(waits).toEqual([...waits].sort((one, other) => Number(one) - Number(other)));
    expect(waits[3]).toBeGreaterThan(Number(waits[0]));
    expect(pace({ mark: 5, tasks: [task("in_progress", 40)] })).toBe(waits[0]);
    expect(pace({ mark: 6, tasks: [task("completed", 100), task("failed")] })).toBe(false);
  });

  test("is stable between polls, bounded, and follows Retry-After", () => {
    const pace = createPollPace();
    const tasks = [task("pending")];
    expect(pace({ mark: 1, tasks })).toBe(pace({ mark: 1, tasks }));
    for (let mark = 2; mark < 40; mark += 1) pace({ mark, tasks });
    expect(pace({ mark: 40, tasks })).toBe(10_000);
    expect(pace({ mark: 40, tasks, pollAfter: 25_000 })).toBe(25_000);
  });
});

describe("what is pasted to track a task", () => {
  test.each([
    `video_${KEY}`,
    `  "video_${KEY}",`,
    KEY,
    `operations/${KEY}`,
    `models/veo-3/operations/${KEY}`,
    `http://localhost:3000/v1/videos/video_${KEY}/content?variant=thumbnail`,
    `https://host/v1beta/models/a/b/operations/${KEY}:cancel`,
    `https://host/videos?video=video_${KEY}`.replace("?video=", "/"),
  ])("%s", (pasted) => expect(readVideoId(pasted)).toBe(`video_${KEY}`));

  test.each(["", "a sailing boat", "operations/short", "https://host/v1/chat/completions", `files/${KEY}`])(
    "%j names none",
    (pasted) => expect(readVideoId(pasted)).toBeUndefined(),
  );
});

describe("the first frame", () => {
  const image = { sha256: "a", name: "sea.png", mediaType: "image/png", size: 10, width: 1024, height: 1024 };

  test("reports another size, with both sizes", () => {
    expect(findSizeProblem(image, { width: 1280, height: 720 })).toBe(
      "The image is 1024 × 1024, the video 1280 × 720.",
    );
    expect(findSizeProblem({ ...image, width: 1280, height: 720 }, { width: 1280, height: 720 })).toBeUndefined();
  });

  test("is cropped around its centre", () => {
    expect(coverBox({ width: 1024, height: 1024 }, { width: 1280, height: 720 })).toEqual({
      x: 0,
      y: 224,
      width: 1024,
      height: 576,
    });
  });

  test("is refused before sending when the model does not accept its type", () => {
    expect(findReferenceProblem({ reference: { ...image, mediaType: "image/gif" }, model: "video-model-a" })).toBe(
      "sea.png: video-model-a takes png, jpeg, webp, not gif.",
    );
    expect(findReferenceProblem({ reference: { ...image, mediaType: "image/gif" }, model: "up/veo" })).toBeUndefined();
  });
});

describe("frames", () => {
  const at24 = (time: number, by: 1 | -1) => stepTime(time, { by, frame: 1 / 24, duration: 4 });

  test("follow each other one by one, and stay within the video", () => {
    const [first, second] = [at24(0, 1), at24(at24(0, 1), 1)];
    expect(Math.floor(first * 24)).toBe(1);
    expect(Math.floor(second * 24)).toBe(2);
    expect(at24(second, -1)).toBeCloseTo(first);
    expect(Math.floor(at24(0, -1) * 24)).toBe(0);
    expect(at24(4, 1)).toBeLessThan(4);
  });

  test("on the sheet run row by row", () => {
    expect([0, 0.5, 1, 2].map(sheetIndex)).toEqual([0, 12, 24, 24]);
    expect([0, 4, 12, 24].map(sheetPosition)).toEqual(["0% 0%", "100% 0%", "50% 50%", "100% 100%"]);
  });
});

test.each([
  [59_000, "59 s"],
  [42 * 60_000 + 5_000, "42 min"],
  [23.5 * 3_600_000, "23 h"],
  [72 * 3_600_000, "3 days"],
])("%i ms are left as %s", (left, words) => expect(describeTimeLeft(left)).toBe(words));

test("ten minutes before the end is soon", () => {
  expect([isSoon(601_000), isSoon(599_000)]).toEqual([false, true]);
});

describe("parameters", () => {
  const unavailable = (route: "videos" | "operations") =>
    listVideoParameters({ model: "video-model-a", route }).flatMap(({ definition, unavailable: why }) =>
      why ? [definition.name] : [],
    );

  test("are shown as unsupported when the route has no field", () => {
    expect(unavailable("videos")).toEqual(["negativePrompt", "seed"]);
    expect(unavailable("operations")).toEqual([]);
  });

  test("are sent only with a field and a supported value", () => {
    const values = { size: "1280x720", seconds: "5", seed: 7, negativePrompt: "" };
    expect(listSentValues(values, { model: "video-model-a", route: "videos" })).toEqual({ size: "1280x720" });
    expect(listSentValues(values, { model: "video-model-a", route: "operations" })).toEqual({
      size: "1280x720",
      seed: 7,
    });
  });
});

test("lists the built-in models, then video models of upstreams", () => {
  const model = (id: string) => ({ id, name: id, upstream: "up" });
  const idsOf = (...listed: string[]) => listVideoModels(listed.map(model)).map(({ id }) => id);
  expect(idsOf("video-model-a", "up/veo-3.1", "up/gpt-5", "sandbox/video-model-a")).toEqual([
    "video-model-a",
    "up/veo-3.1",
  ]);
  expect(idsOf("up/gpt-5")).toEqual([]);
  expect(listVideoModels(undefined).map(({ id }) => id)).toEqual(["video-model-a"]);
});
