import type { CSSProperties } from "react";
import {
  type Brush,
  brushSize,
  FIRST_BRUSH,
  largestFeather,
  SIZE_RANGE,
} from "#app/(playground)/images/_model/mask/drawing/brush.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";

/** Sliders under the canvas: size and hardness of the brush, and the feather of the mask's edges. */
export function BrushSettings({
  brush,
  setBrush,
  state,
  onChange,
}: {
  brush: Brush;
  setBrush: (brush: Brush) => void;
  state: MaskState;
  onChange: (state: MaskState) => void;
}) {
  const { sizePercent, hardness, tool } = brush;
  const usesBrush = tool === "brush" || tool === "eraser";
  const hardnessPercent = Math.round(hardness * 100);
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-3">
      <Slider
        label="Size"
        keys="[ ]"
        value={sizePercent}
        shown={`${brushSize(brush, state)} px`}
        spoken={`${sizePercent} percent of the image, ${brushSize(brush, state)} pixels`}
        range={{ ...SIZE_RANGE, step: 0.5 }}
        initial={FIRST_BRUSH.sizePercent}
        disabled={!usesBrush}
        onChange={(next) => setBrush({ ...brush, sizePercent: next })}
      />
      <Slider
        label="Hardness"
        keys="{ }"
        value={hardnessPercent}
        shown={`${hardnessPercent}%`}
        spoken={`${hardnessPercent} percent`}
        range={{ minimum: 0, maximum: 100, step: 5 }}
        initial={FIRST_BRUSH.hardness * 100}
        disabled={!usesBrush}
        onChange={(next) => setBrush({ ...brush, hardness: next / 100 })}
      />
      <Slider
        label="Feather"
        value={state.feather}
        shown={state.feather === 0 ? "hard" : `soft ${state.feather} px`}
        spoken={state.feather === 0 ? "hard edges" : `soft, ${state.feather} pixels`}
        range={{ minimum: 0, maximum: largestFeather(state), step: 1 }}
        initial={0}
        onChange={(feather) => onChange({ ...state, feather })}
      />
    </div>
  );
}

function Slider({
  label,
  keys,
  value,
  shown,
  spoken,
  range: { minimum, maximum, step },
  initial,
  disabled,
  onChange,
}: {
  label: string;
  keys?: string;
  value: number;
  shown: string;
  spoken: string;
  range: { minimum: number; maximum: number; step: number };
  initial: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const at = (value - minimum) / (maximum - minimum);
  return (
    <label
      className="flex h-8 items-center gap-2.5 has-disabled:opacity-45"
      data-tooltip={label}
      data-tooltip-keys={keys}
    >
      <span className="w-16 shrink-0 text-muted-foreground text-[13px]">{label}</span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={spoken}
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
        onDoubleClick={() => onChange(initial)}
        style={{ "--at": at } as CSSProperties}
        className="range min-w-0 flex-1"
      />
      <span className="text-numeric w-16 shrink-0 text-right">{shown}</span>
    </label>
  );
}
