import { type RefObject, useEffect, useState } from "react";

export type Playback = {
  /** Current time in seconds. */
  time: number;
  playing: boolean;
  /** True once the browser has decoded sound. */
  hasSound: boolean;
  muted: boolean;
  /** True when the video has the shape of its box within a pixel or two, so that it can fill it. */
  fills: boolean;
};

/** Videos that have played by themselves; each does so once. */
const played = new Set<string>();

const STATE_EVENTS = ["play", "pause", "ended", "seeked", "seeking", "timeupdate", "loadeddata", "volumechange"];
/** Largest difference between the shapes of a video and its box that is a rounding of their sizes. */
const SAME_SHAPE = 0.01;

/**
 * Follows a video element, and plays it once, muted, when it is ready, unless the reader prefers reduced motion.
 * @param id identifies the video
 */
export function usePlayback(element: RefObject<HTMLVideoElement | null>, id: string): Playback {
  const [playback, setPlayback] = useState<Playback>(STOPPED);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    let frame = 0;
    const read = () => {
      setPlayback(describePlayback(video));
      // The `timeupdate` event comes only four times a second, too rarely for a smooth playhead.
      if (!video.paused) frame = requestAnimationFrame(read);
    };
    const follow = () => {
      cancelAnimationFrame(frame);
      read();
    };
    const playOnce = () => {
      if (played.has(id) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      played.add(id);
      video.muted = true;
      // A browser may refuse; the controls remain.
      video.play().catch(() => {});
    };
    for (const name of STATE_EVENTS) video.addEventListener(name, follow);
    video.addEventListener("canplay", playOnce);
    if (video.readyState >= video.HAVE_FUTURE_DATA) playOnce();
    return () => {
      cancelAnimationFrame(frame);
      for (const name of STATE_EVENTS) video.removeEventListener(name, follow);
      video.removeEventListener("canplay", playOnce);
    };
  }, [element, id]);
  return playback;
}

const STOPPED: Playback = { time: 0, playing: false, hasSound: false, muted: true, fills: true };

/** Counters of decoded sound, by browser: there is no standard way to find a sound track before it plays. */
type SoundCounters = { webkitAudioDecodedByteCount?: number; mozHasAudio?: boolean; audioTracks?: { length: number } };

function describePlayback(video: HTMLVideoElement): Playback {
  const { webkitAudioDecodedByteCount = 0, mozHasAudio = false, audioTracks } = video as SoundCounters;
  const shape = (video.videoWidth * video.clientHeight) / (video.videoHeight * video.clientWidth);
  return {
    time: video.currentTime,
    playing: !video.paused && !video.ended,
    hasSound: mozHasAudio || webkitAudioDecodedByteCount > 0 || (audioTracks?.length ?? 0) > 0,
    muted: video.muted,
    fills: !(Math.abs(shape - 1) > SAME_SHAPE),
  };
}
