import { type RefObject, useEffect, useState } from "react";

/** Phones by Apple fill the screen with a video alone, by a method of their own. */
type VideoOfApple = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Returns whether the box of a player fills the screen, and a function that changes it. */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): [boolean, () => void] {
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const follow = () => setIsFullscreen(document.fullscreenElement === box.current);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, [box]);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (box.current?.requestFullscreen) void box.current.requestFullscreen();
    else (video.current as VideoOfApple | null)?.webkitEnterFullscreen?.();
  };
  return [isFullscreen, toggle];
}
