"use client";

import { clsx } from "clsx";
import { type CSSProperties, useEffect, useState } from "react";
import type { NumberParameter } from "#lib/playground/parameters.ts";

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
  const fill = `${((Math.min(value, maximum) - minimum) / (maximum - minimum)) * 100}%`;
  return (
    <div className="flex h-8 items-center gap-3">
      {parameter.slider && (
        <input
          type="range"
          aria-label={`${label} slider`}
          min={minimum}
          max={maximum}
          step={step}
          value={Math.min(value, maximum)}
          onChange={(event) => onChange(Number(event.target.value))}
          onDoubleClick={() => onChange(initial)}
          style={{ "--fill": fill } as CSSProperties}
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
          invalid ? "border-destructive" : "border-input/50",
        )}
      />
    </div>
  );
}
