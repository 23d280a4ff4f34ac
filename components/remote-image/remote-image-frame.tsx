"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/** Size in pixels. */
export type Size = { width: number; height: number };

/** Sends no cookies with what the frame loads, in browsers that know it. React's types do not. */
const WITHOUT_COOKIES = { credentialless: "" };

/**
 * The frame in which an image of another site is loaded. The pages' own policy admits no such image; the frame's admits
 * nothing else, and the frame has no origin.
 */
export function RemoteImageFrame({
  src,
  alt,
  onOutcome,
}: {
  src: string;
  alt: string;
  onOutcome: (outcome: Size | "failed") => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const tell = useEffectEvent(onOutcome);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      const { width, height } = Object(data);
      tell(width > 0 && height > 0 ? { width: Number(width), height: Number(height) } : "failed");
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, []);
  return (
    <iframe
      {...WITHOUT_COOKIES}
      ref={frame}
      title={alt || "Image"}
      src="/remote-image.html"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      loading="lazy"
      tabIndex={-1}
      // A frame without an origin cannot be named as the target.
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.postMessage({ src, alt }, "*")}
      // Else a dark page would give the frame a white ground.
      style={{ colorScheme: "light" }}
      className="absolute inset-0 size-full border-0"
    />
  );
}
