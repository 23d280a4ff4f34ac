import { findMicrophoneObstacle, toMicrophoneProblem } from "./microphone-problem.ts";
import type { OpenMicrophone } from "./recorder.ts";

/** The processor that hands samples to the page; a file of its own, as the pages' policy allows no inline scripts. */
const PROCESSOR = { path: "/capture-samples.js", name: "capture-samples" };

/** Opens the microphone, for which the browser asks its user the first time. */
export const openMicrophone: OpenMicrophone = async ({ onSamples, onEnd }) => {
  const canRecord = "mediaDevices" in navigator && typeof AudioWorkletNode === "function";
  const obstacle = findMicrophoneObstacle({ isSecure: isSecureContext, canRecord });
  if (obstacle) throw obstacle;
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
    .catch((error: unknown) => {
      throw toMicrophoneProblem(error);
    });
  const context = new AudioContext();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(PROCESSOR.path);
    const capture = new AudioWorkletNode(context, PROCESSOR.name, { numberOfOutputs: 0 });
    capture.port.onmessage = ({ data }) => {
      if (data instanceof Float32Array && !isClosed) onSamples(data);
    };
    context.createMediaStreamSource(stream).connect(capture);
    // A context that was made long after the click may be asleep.
    await context.resume();
  } catch (error) {
    close();
    throw toMicrophoneProblem(error);
  }
  stream.getAudioTracks()[0]?.addEventListener("ended", () => {
    if (!isClosed) onEnd();
  });
  return { sampleRate: context.sampleRate, close };
};
