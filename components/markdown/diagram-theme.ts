import type { MermaidConfig } from "mermaid";

/** Returns a mermaid theme with the page's colours and system fonts: an image cannot use the page's fonts. */
export function diagramTheme(dark: boolean): MermaidConfig {
  const color = pageColors();
  const series = [
    color("--accent"),
    color("--dialect-chat"),
    color("--dialect-messages"),
    color("--dialect-google"),
    color("--dialect-responses"),
    color("--warning"),
    color("--destructive"),
    color("--success"),
  ];
  const onSeries = color("--background");
  return {
    theme: "base",
    fontFamily: "ui-sans-serif, system-ui, sans-serif",
    // An edge line showing through its label makes the label hard to read.
    themeCSS: ".edgeLabel rect { opacity: 1 }",
    themeVariables: {
      darkMode: dark,
      fontFamily: "ui-sans-serif, system-ui, sans-serif",
      fontSize: "14px",
      background: color("--card"),
      primaryColor: color("--muted"),
      primaryTextColor: color("--foreground"),
      primaryBorderColor: color("--input"),
      secondaryColor: color("--bubble"),
      tertiaryColor: color("--background"),
      tertiaryBorderColor: color("--border"),
      lineColor: color("--muted-foreground"),
      textColor: color("--foreground"),
      titleColor: color("--foreground"),
      clusterBkg: color("--background"),
      clusterBorder: color("--border"),
      edgeLabelBackground: color("--card"),
      noteBkgColor: color("--bubble"),
      noteTextColor: color("--foreground"),
      noteBorderColor: color("--border"),
      pieSectionTextColor: onSeries,
      pieStrokeColor: color("--card"),
      pieOuterStrokeColor: color("--border"),
      ...numbered("pie", { colors: series, from: 1 }),
      ...numbered("git", { colors: series, from: 0 }),
      ...numbered("cScale", { colors: series, from: 0 }),
      ...numbered("cScaleLabel", { colors: series.map(() => onSeries), from: 0 }),
      xyChart: { plotColorPalette: series.join(", "), backgroundColor: color("--card") },
    },
  };
}

function numbered(name: string, { colors, from }: { colors: string[]; from: number }): Record<string, string> {
  return Object.fromEntries(colors.map((color, index) => [`${name}${from + index}`, color]));
}

/** Returns a function that reads a page colour as `#rrggbb`, the format that mermaid calculates with. */
function pageColors(): (token: string) => string {
  const styles = getComputedStyle(document.documentElement);
  const context = document.createElement("canvas").getContext("2d");
  return (token) => {
    const written = styles.getPropertyValue(token).trim();
    if (!context) return written;
    context.fillStyle = written;
    return context.fillStyle;
  };
}
