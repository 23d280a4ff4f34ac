import { generate } from "lean-qr";
import { useMemo } from "react";

/** Empty modules around the code, which scanners need. */
const QUIET = 4;

/** A QR code, drawn here: the text goes to no server. Dark on light in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawCode(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-[10px] bg-white forced-color-adjust-none"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawCode(text: string): { path: string; size: number } {
  const code = generate(text);
  const places = Array.from({ length: code.size }, (_, place) => place);
  const rows = places.map((y) =>
    places
      .filter((x) => code.get(x, y))
      .map((x) => `M${x} ${y}h1v1h-1z`)
      .join(""),
  );
  return { path: rows.join(""), size: code.size };
}
