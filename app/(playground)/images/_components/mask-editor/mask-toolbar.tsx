import { clsx } from "clsx";
import {
  Brush as BrushIcon,
  Contrast,
  Eraser,
  Lasso,
  type LucideIcon,
  PaintBucket,
  Redo2,
  SquareDashed,
  Trash2,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Tool } from "#app/(playground)/images/_model/mask/drawing/brush.ts";
import type { EditorAction } from "#app/(playground)/images/_model/mask/drawing/editor-keys.ts";
import { IconButton } from "#components/ui/button.tsx";
import { ZoomButtons } from "#components/zoom/zoom-buttons.tsx";
import { canRedo, canUndo, type MaskState } from "#lib/playground/images/mask-state.ts";

const TOOL_BUTTONS: { tool: Tool; label: string; keys: string; Icon: LucideIcon }[] = [
  { tool: "brush", label: "Brush", keys: "B", Icon: BrushIcon },
  { tool: "eraser", label: "Eraser", keys: "E", Icon: Eraser },
  { tool: "rectangle", label: "Rectangle", keys: "R", Icon: SquareDashed },
  { tool: "lasso", label: "Lasso", keys: "L", Icon: Lasso },
  { tool: "fill", label: "Fill", keys: "G", Icon: PaintBucket },
];

export function MaskToolbar({
  state,
  tool,
  scale,
  run,
  children,
}: {
  state: MaskState;
  tool: Tool;
  /** CSS pixels per pixel of the source; undefined until the frame is laid out. */
  scale: number | undefined;
  run: (action: EditorAction) => void;
  /** Controls at the end of the toolbar: the upload and the list of shortcuts. */
  children: ReactNode;
}) {
  return (
    <div role="toolbar" aria-label="Mask tools" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Group className="max-sm:order-1">
        {TOOL_BUTTONS.map(({ tool: own, label, keys, Icon }) => (
          <IconButton
            key={own}
            label={label}
            keys={keys}
            aria-pressed={tool === own}
            aria-keyshortcuts={keys}
            onClick={() => run({ kind: "tool", tool: own })}
            className={clsx(tool === own && "bg-foreground/[0.09] text-foreground")}
          >
            <Icon />
          </IconButton>
        ))}
      </Group>
      <Group className="max-sm:order-3">
        <IconButton label="Undo" keys="Mod+Z" disabled={!canUndo(state)} onClick={() => run({ kind: "undo" })}>
          <Undo2 />
        </IconButton>
        <IconButton label="Redo" keys="Mod+Shift+Z" disabled={!canRedo(state)} onClick={() => run({ kind: "redo" })}>
          <Redo2 />
        </IconButton>
        <IconButton label="Invert" keys="I" onClick={() => run({ kind: "invert" })}>
          <Contrast />
        </IconButton>
        <IconButton label="Clear" disabled={state.position === 0} onClick={() => run({ kind: "clear" })}>
          <Trash2 />
        </IconButton>
      </Group>
      <Group className="max-sm:order-4">
        <ZoomButtons
          scale={scale}
          onZoomIn={() => run({ kind: "zoom-in" })}
          onZoomOut={() => run({ kind: "zoom-out" })}
          onActualSize={() => run({ kind: "actual-size" })}
          onFit={() => run({ kind: "fit" })}
        />
      </Group>
      <Group className="ml-auto max-sm:order-2">{children}</Group>
    </div>
  );
}

function Group({ children, className }: { children: ReactNode; className: string }) {
  return <div className={clsx("flex items-center", className)}>{children}</div>;
}
