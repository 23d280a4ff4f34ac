import { type RefObject, useEffect, useRef } from "react";
import { stepTime } from "#app/(playground)/videos/_model/frame-step.ts";

/** Assumed frame duration in seconds until frames have been observed: the rate of films. */
const LIKELY_FRAME = 1 / 24;

/**
 * Returns a function that moves a video by single frames. The frame duration is measured from frames as they are shown.
 */
export function useFrameStep(video: RefObject<HTMLVideoElement | null>): (by: 1 | -1) => void {
  const frame = useRef(LIKELY_FRAME);
  useEffect(() => {
    const element = video.current;
    // Missing in some browsers, although the type says otherwise.
    if (!element || !("requestVideoFrameCallback" in element)) return;
    let last = Number.NaN;
    let shortest = Number.POSITIVE_INFINITY;
    let handle = 0;
    const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      const gap = mediaTime - last;
      // Ignore seeks. A slow browser skips frames, so the shortest gap counts.
      if (gap > 0.005 && gap < 0.1 && !element.paused) {
        shortest = Math.min(shortest, gap);
        frame.current = shortest;
      }
      last = mediaTime;
      handle = element.requestVideoFrameCallback(note);
    };
    handle = element.requestVideoFrameCallback(note);
    return () => element.cancelVideoFrameCallback(handle);
  }, [video]);
  return (by) => {
    const element = video.current;
    if (!element) return;
    element.pause();
    element.currentTime = stepTime(element.currentTime, { by, frame: frame.current, duration: element.duration });
  };
}
