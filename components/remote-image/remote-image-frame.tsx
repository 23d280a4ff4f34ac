"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/** Size in pixels. */
export type Size = { width: number; height: number };

/** Loads the frame's contents without cookies, in browsers that support it. React's types do not include it. */
const WITHOUT_COOKIES = { credentialless: "" };

/**
 * Frame in which an external image is loaded. The page's content security policy forbids such images; the frame's
 * policy allows nothing else, and the frame has no origin.
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
      // Otherwise a dark page would give the frame a white background.
      style={{ colorScheme: "light" }}
      className="absolute inset-0 size-full border-0"
    />
  );
}
