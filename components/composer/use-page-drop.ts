import { useEffect, useRef } from "react";

/**
 * Files that are dropped anywhere on the page, where a browser would leave it to show them.
 * @param onDrop is told whether another part of the page has taken them
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
