"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import type { NumberParameter } from "#lib/playground/parameters/parameter-definition.ts";
import { describeRange } from "#lib/playground/parameters/parameters.ts";
import { NumberSlider } from "./number-slider.tsx";

/**
 * A slider with a number field. The field keeps its text until it is a number, so that "-" or "0." can be typed; while
 * it is empty, the parameter is unset.
 */
export function NumberControl({
  parameter,
  value,
  maximum,
  problemId,
  onChange,
}: {
  parameter: NumberParameter;
  /** Undefined means unset. */
  value: number | undefined;
  maximum: number;
  /** ID of the element that describes the value's problem; absent without one. */
  problemId?: string;
  onChange: (value: number | undefined) => void;
}) {
  const { label, slider } = parameter;
  const invalid = problemId !== undefined;
  const written = value === undefined ? "" : String(value);
  const [typed, setTyped] = useState(written);
  useEffect(() => {
    setTyped((current) => (current.trim() !== "" && Number(current) === value ? current : written));
  }, [value, written]);
  return (
    <div className="flex h-8 items-center gap-3 pointer-coarse:h-10">
      {slider && <NumberSlider parameter={parameter} value={value} maximum={maximum} onChange={onChange} />}
      <input
        inputMode={parameter.integer ? "numeric" : "decimal"}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={problemId}
        value={typed}
        placeholder={slider ? String(parameter.default ?? "auto") : describeRange(parameter)}
        onChange={(event) => {
          setTyped(event.target.value);
          const text = event.target.value.trim();
          if (text === "") onChange(undefined);
          else if (Number.isFinite(Number(text))) onChange(Number(text));
        }}
        onBlur={() => setTyped(written)}
        className={clsx(
          "h-8 rounded-lg border bg-foreground/[0.025] px-2 text-right font-mono text-[13px] tabular-nums focus:border-foreground/40 max-sm:h-10 max-sm:text-base",
          slider ? "w-[72px]" : "w-full",
          invalid ? "border-destructive" : "border-input",
        )}
      />
    </div>
  );
}
