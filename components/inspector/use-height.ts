import { type RefObject, useEffect, useState } from "react";

/** Returns an element's inner height in pixels, without borders. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
