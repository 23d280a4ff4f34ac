"use client";

import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../ui/button.tsx";

/** Plays an attached audio file in place of a whole player, where there is no room for one. */
export function PlayButton({ url, name }: { url: string | undefined; name: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<"paused" | "playing" | "unplayable">("paused");
  const isPlaying = state === "playing";
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (isPlaying) element.pause();
    else element.play().catch(() => setState(element.error ? "unplayable" : "paused"));
  };
  const label = state === "unplayable" ? `This browser can’t play ${name}` : `${isPlaying ? "Pause" : "Play"} ${name}`;
  return (
    <>
      <IconButton label={label} disabled={!url || state === "unplayable"} onClick={toggle} className="-ml-1">
        {isPlaying ? <Pause /> : <Play />}
      </IconButton>
      {/* biome-ignore lint/a11y/useMediaCaption: user recordings have no captions. */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setState("playing")}
        onPause={() => setState("paused")}
        onError={() => url && setState("unplayable")}
      />
    </>
  );
}
