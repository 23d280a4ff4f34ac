import { describe, expect, test } from "vitest";
import { findMicrophoneObstacle, toMicrophoneProblem } from "#lib/playground/audio/microphone-problem.ts";
import {
  measureLevel,
  type OpenMicrophone,
  type RecordingState,
  startRecording,
} from "#lib/playground/audio/recorder.ts";

const SECOND = new Float32Array(16_000).fill(0.25);

/** A microphone that the test speaks into, once the browser's user has answered. */
function fakeMicrophone() {
  const answer = Promise.withResolvers<void>();
  let listeners: Parameters<OpenMicrophone>[0] | undefined;
  const microphone: {
    closed: number;
    allow: () => void;
    refuse: (error: unknown) => void;
    speak: (samples: Float32Array) => void;
    unplug: () => void;
    open: OpenMicrophone;
  } = {
    closed: 0,
    allow: answer.resolve,
    refuse: (error: unknown) => answer.reject(error),
    speak: (samples: Float32Array) => listeners?.onSamples(samples),
    unplug: () => listeners?.onEnd(),
    async open(given) {
      listeners = given;
      await answer.promise;
      return { sampleRate: 16_000, close: () => void microphone.closed++ };
    },
  };
  return microphone;
}

async function record(longest?: number) {
  const microphone = fakeMicrophone();
  const recorder = startRecording({ open: microphone.open, ...(longest === undefined ? {} : { longest }) });
  const phases: string[] = [];
  recorder.store.subscribe(() => phases.push(recorder.store.get().current.phase));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const state = () => recorder.store.get().current;
  return { microphone, recorder, phases, settle, state };
}

async function readDone(state: RecordingState) {
  if (state.phase !== "done") throw new Error(`the recording is ${state.phase}`);
  return { ...state, view: new DataView(await state.file.arrayBuffer()) };
}

describe("a recording", () => {
  test("waits for permission, records, and ends with a WAV file of all samples", async () => {
    const { microphone, recorder, settle, state } = await record();
    expect(state()).toEqual({ phase: "asking" });
    recorder.stop();
    expect(state(), "nothing to stop yet").toEqual({ phase: "asking" });
    microphone.allow();
    await settle();
    expect(state()).toEqual({ phase: "recording", seconds: 0, level: 0 });
    microphone.speak(SECOND);
    microphone.speak(SECOND);
    expect(state()).toMatchObject({ phase: "recording", level: measureLevel(SECOND) });
    recorder.stop();
    const { file, seconds, end, view } = await readDone(state());
    expect([end, file.type, microphone.closed]).toEqual(["stopped", "audio/wav", 1]);
    expect(seconds).toBeCloseTo(2, 3);
    expect(String.fromCharCode(view.getUint8(0), view.getUint8(1), view.getUint8(2), view.getUint8(3))).toBe("RIFF");
    expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([1, 16_000, 16]);
    expect(view.getUint32(40, true)).toBe(view.byteLength - 44);
    expect(view.getInt16(44 + 2 * 16_000, true)).toBeCloseTo(0.25 * 0x7fff, -3);
  });

  test("stops at its limit with exactly that length", async () => {
    const { microphone, settle, state } = await record(2);
    microphone.allow();
    await settle();
    for (let count = 0; count < 4; count++) microphone.speak(SECOND);
    const { seconds, end, view } = await readDone(state());
    expect([seconds, end, view.byteLength, microphone.closed]).toEqual([2, "limit", 44 + 2 * 32_000, 1]);
  });

  test("ends with what was recorded when the microphone is unplugged", async () => {
    const { microphone, settle, state } = await record();
    microphone.allow();
    await settle();
    microphone.speak(SECOND);
    microphone.unplug();
    expect(await readDone(state())).toMatchObject({ end: "unplugged" });
  });

  test("canceled leaves nothing on, and nothing changes afterwards", async () => {
    const { microphone, recorder, phases, settle } = await record();
    microphone.allow();
    await settle();
    microphone.speak(SECOND);
    recorder.cancel();
    microphone.speak(SECOND);
    recorder.stop();
    recorder.cancel();
    expect(phases.slice(-2)).toEqual(["recording", "canceled"]);
    expect(microphone.closed).toBe(1);
  });

  test("canceled before the permission turns the microphone off when it comes", async () => {
    const { microphone, recorder, settle, state } = await record();
    recorder.cancel();
    microphone.allow();
    await settle();
    expect([state().phase, microphone.closed]).toEqual(["canceled", 1]);
  });

  test("without a sample is no file", async () => {
    const { microphone, settle, state } = await record();
    microphone.allow();
    await settle();
    microphone.unplug();
    expect(state()).toMatchObject({ phase: "failed", problem: expect.stringContaining("sent no sound") });
  });

  test.each([
    [new DOMException("", "NotAllowedError"), "Allow it for this site"],
    [new DOMException("", "NotFoundError"), "No microphone was found"],
    [new DOMException("", "NotReadableError"), "in use by another program"],
    [new TypeError("odd"), "couldn’t be opened"],
  ])("refused with %s says what to do", async (error, words) => {
    const { microphone, settle, state } = await record();
    microphone.refuse(toMicrophoneProblem(error));
    await settle();
    expect(state()).toEqual({ phase: "failed", problem: expect.stringContaining(words) });
  });
});

test("a page without HTTPS, or a browser that cannot record, has a sentence", () => {
  expect(findMicrophoneObstacle({ isSecure: false, canRecord: false })?.message).toContain("https://");
  expect(findMicrophoneObstacle({ isSecure: true, canRecord: false })?.message).toContain("Attach an audio file");
  expect(findMicrophoneObstacle({ isSecure: true, canRecord: true })).toBeUndefined();
});

test("the level follows decibels from silence to the loudest", () => {
  const levelOf = (amplitude: number) => measureLevel(new Float32Array(100).fill(amplitude));
  expect([levelOf(0), levelOf(0.001), levelOf(1)]).toEqual([0, 0, 1]);
  expect(levelOf(0.1)).toBeCloseTo(0.6);
  expect(measureLevel(new Float32Array())).toBe(0);
});
