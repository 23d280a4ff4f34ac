"use client";

import { clsx } from "clsx";
import { type CSSProperties, useEffect, useState } from "react";
import type { NumberParameter } from "#lib/playground/parameter-definition.ts";

/** A slider with a field beside it. The field keeps what is typed until it is a number, so that "-" or "0." can be typed. */
export function NumberControl({
  parameter,
  value,
  maximum,
  invalid,
  onChange,
}: {
  parameter: NumberParameter;
  value: number;
  maximum: number;
  invalid: boolean;
  onChange: (value: number) => void;
}) {
  const { label, minimum, step, initial } = parameter;
  const [typed, setTyped] = useState(String(value));
  useEffect(() => {
    setTyped((current) => (current.trim() !== "" && Number(current) === value ? current : String(value)));
  }, [value]);
  // Over a range such as 1 to 200,000 an even scale would crowd every useful value at its left end.
  const logarithmic = minimum > 0 && maximum / minimum > 1000;
  const toPosition = (at: number) =>
    logarithmic ? Math.log(at / minimum) / Math.log(maximum / minimum) : (at - minimum) / (maximum - minimum);
  const toValue = (position: number) => Math.round(minimum * (maximum / minimum) ** position);
  const position = toPosition(Math.min(Math.max(value, minimum), maximum));
  return (
    <div className="flex h-8 items-center gap-3">
      {parameter.slider && (
        <input
          type="range"
          aria-label={`${label} slider`}
          aria-valuetext={String(value)}
          min={logarithmic ? 0 : minimum}
          max={logarithmic ? 1 : maximum}
          step={logarithmic ? 0.005 : step}
          value={logarithmic ? position : Math.min(value, maximum)}
          onChange={(event) => onChange(logarithmic ? toValue(Number(event.target.value)) : Number(event.target.value))}
          onDoubleClick={() => onChange(initial)}
          style={{ "--fill": `${position * 100}%` } as CSSProperties}
          className="range min-w-0 flex-1"
        />
      )}
      <input
        inputMode={parameter.integer ? "numeric" : "decimal"}
        aria-label={label}
        aria-invalid={invalid}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = Number(event.target.value);
          if (event.target.value.trim() !== "" && Number.isFinite(next)) onChange(next);
        }}
        onBlur={() => setTyped(String(value))}
        className={clsx(
          "h-8 rounded-lg border bg-foreground/[0.025] px-2 text-right font-mono text-[13px] tabular-nums focus:border-foreground/40 max-sm:h-10 max-sm:text-base",
          parameter.slider ? "w-[72px]" : "w-full",
          invalid ? "border-destructive" : "border-input",
        )}
      />
    </div>
  );
}
