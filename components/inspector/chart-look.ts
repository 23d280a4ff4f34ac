import { useTheme } from "next-themes";
import { useEffect, useState } from "react";
import type { ThemeColor } from "./kind-color.ts";

export type ChartLook = {
  /** Returns a colour of the page's theme, light or dark. */
  color: (name: ThemeColor) => string;
  font: string;
};

/**
 * Reads a canvas's colours. Done once per theme, because reading a style makes the browser compute the page's styles.
 */
export function readChartLook(canvas: HTMLCanvasElement): ChartLook {
  const style = getComputedStyle(canvas);
  const colors = new Map<string, string>();
  const color = (name: string) => {
    const known = colors.get(name) ?? style.getPropertyValue(`--${name}`);
    colors.set(name, known);
    return known;
  };
  return { color, font: style.fontFamily };
}

/** Returns the theme once the page has its colours, which is a frame after the choice. */
export function useAppliedTheme(): string | undefined {
  const { resolvedTheme } = useTheme();
  const [applied, setApplied] = useState(resolvedTheme);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setApplied(resolvedTheme));
    return () => cancelAnimationFrame(frame);
  }, [resolvedTheme]);
  return applied;
}
