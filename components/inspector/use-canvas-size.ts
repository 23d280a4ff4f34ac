import { type RefObject, useEffect, useState } from "react";

/** Keeps a canvas at the exact number of device pixels that it covers. `scale`: device pixels per CSS pixel. */
export function useCanvasSize(canvas: RefObject<HTMLCanvasElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0, scale: 1 });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const exact = entry.devicePixelContentBoxSize?.[0];
      const scale = devicePixelRatio;
      const width = exact?.inlineSize ?? Math.round(entry.contentRect.width * scale);
      const height = exact?.blockSize ?? Math.round(entry.contentRect.height * scale);
      element.width = width;
      element.height = height;
      setSize({ width, height, scale });
    });
    try {
      observer.observe(element, { box: "device-pixel-content-box" });
    } catch {
      // Safari supports only the box in CSS pixels.
      observer.observe(element);
    }
    return () => observer.disconnect();
  }, [canvas]);
  return size;
}
