import { useEffect, useRef } from "react";

/**
 * Handles files dropped anywhere on the page, where the browser would otherwise navigate to them.
 * @param onDrop receives the files, and whether another part of the page has handled them
 */
export function usePageDrop(onDrop: (files: File[], taken: boolean) => void): void {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const listen = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      const taken = event.defaultPrevented;
      event.preventDefault();
      latest.current(files, taken);
    };
    addEventListener("dragover", onDragOver);
    addEventListener("drop", listen);
    return () => {
      removeEventListener("dragover", onDragOver);
      removeEventListener("drop", listen);
    };
  }, []);
}
