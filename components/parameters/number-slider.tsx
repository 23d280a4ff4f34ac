import type { CSSProperties, KeyboardEvent } from "react";
import type { NumberParameter } from "#lib/playground/parameters/parameter-definition.ts";
import { sliderScale } from "#lib/playground/parameters/slider-scale.ts";

/**
 * Slider with a tick at a known default. While the parameter is unset, the thumb is hollow and at the default; a click,
 * an arrow key or Enter sets it; a double click, Delete or Backspace unsets it.
 */
export function NumberSlider({
  parameter,
  value,
  maximum,
  onChange,
}: {
  parameter: NumberParameter;
  value: number | undefined;
  maximum: number;
  onChange: (value: number | undefined) => void;
}) {
  const { label, minimum, step, initial, default: usual } = parameter;
  const scale = sliderScale({ minimum, maximum, step });
  const shown = value ?? usual ?? initial;
  const onKeyDown = (event: KeyboardEvent) => {
    const taken = value === undefined && (event.key === "Enter" || event.key === " ");
    const given = value !== undefined && (event.key === "Delete" || event.key === "Backspace");
    if (!taken && !given) return;
    event.preventDefault();
    onChange(taken ? shown : undefined);
  };
  return (
    <span className="relative flex min-w-0 flex-1 items-center">
      {usual !== undefined && (
        <span aria-hidden className="range-tick" style={{ "--at": scale.shareOf(usual) } as CSSProperties} />
      )}
      <input
        type="range"
        aria-label={`${label} slider`}
        aria-valuetext={value === undefined ? `unset, ${describeUnset(parameter)}` : String(value)}
        data-unset={value === undefined || undefined}
        {...scale.input}
        value={scale.toInput(shown)}
        onChange={(event) => onChange(scale.fromInput(Number(event.target.value)))}
        // A click at the position of the hollow thumb changes no value, so the browser fires no change event.
        onClick={() => value === undefined && onChange(shown)}
        onDoubleClick={() => onChange(undefined)}
        onKeyDown={onKeyDown}
        style={{ "--at": scale.shareOf(shown) } as CSSProperties}
        className="range relative min-w-0 flex-1"
      />
    </span>
  );
}

function describeUnset({ whenUnset, default: usual }: NumberParameter): string {
  return whenUnset ?? (usual === undefined ? "model default" : `model default, usually ${usual}`);
}
