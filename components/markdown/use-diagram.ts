import { useTheme } from "next-themes";
import { type RefObject, useEffect, useState } from "react";
import { type Diagram, drawDiagram, drawnDiagram } from "./draw-diagram.ts";

/**
 * Returns the diagram of this code. Drawn when it comes near the viewport and again when the theme changes; the
 * previous drawing stays until then. `problem`: reason that it cannot be drawn.
 */
export function useDiagram(code: string, placeRef: RefObject<Element | null>) {
  const dark = useTheme().resolvedTheme === "dark";
  const [near, setNear] = useState(false);
  const [state, setState] = useState<{ code: string; diagram?: Diagram; problem?: string }>();

  useEffect(() => {
    const place = placeRef.current;
    if (!place) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "600px" },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [placeRef]);

  useEffect(() => {
    if (!near) return;
    const abort = new AbortController();
    drawDiagram({ code, dark, signal: abort.signal }).then(
      (diagram) => abort.signal.aborted || setState({ code, diagram }),
      (error: unknown) => abort.signal.aborted || setState({ code, problem: describeReason(error) }),
    );
    return () => abort.abort();
  }, [near, code, dark]);

  const current = state?.code === code ? state : undefined;
  return { diagram: drawnDiagram({ code, dark }) ?? current?.diagram, problem: current?.problem };
}

function describeReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n")[0] ?? "").replace(/[:.]\s*$/, "").slice(0, 200);
}
