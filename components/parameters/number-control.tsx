"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { NumberParameter } from "#lib/playground/parameters/parameter-definition.ts";
import { describeRange } from "#lib/playground/parameters/parameters.ts";
import { NumberSlider } from "./number-slider.tsx";

/**
 * A number field with a slider before it, which is shown once the row is in use: under the pointer, with the focus, or
 * set. The field keeps its text until it is a number, so that "-" or "0." can be typed; while it is empty, the parameter
 * is unset.
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
  const { label, slider, whenUnset, default: usual } = parameter;
  const invalid = problemId !== undefined;
  const set = value !== undefined;
  const written = set ? String(value) : "";
  const [typed, setTyped] = useState(written);
  useEffect(() => {
    setTyped((current) => (current.trim() !== "" && Number(current) === value ? current : written));
  }, [value, written]);
  return (
    <span className="flex min-w-0 flex-1 items-center justify-end gap-3">
      {slider && (
        <span
          className={clsx(
            "flex min-w-0 flex-1 transition-opacity duration-150",
            !set &&
              "opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:pointer-events-none pointer-coarse:group-focus-within/row:pointer-events-auto",
          )}
        >
          <NumberSlider parameter={parameter} value={value} maximum={maximum} onChange={onChange} />
        </span>
      )}
      <span className={clsx("relative shrink-0", slider ? "w-[88px]" : "w-36")}>
        {set && (
          <button
            type="button"
            aria-label={`Reset ${label}`}
            data-tooltip="Use the default"
            onClick={() => onChange(undefined)}
            className="absolute inset-y-0 left-0 grid w-7 place-items-center rounded-lg text-muted-foreground opacity-0 hover:text-foreground focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
        <input
          inputMode={parameter.integer ? "numeric" : "decimal"}
          aria-label={label}
          aria-invalid={invalid}
          aria-describedby={problemId}
          value={typed}
          placeholder={whenUnset === undefined ? "Default" : (usual?.toLocaleString("en") ?? whenUnset)}
          data-tooltip={describeRange(parameter, maximum)}
          onChange={(event) => {
            setTyped(event.target.value);
            const text = event.target.value.trim();
            if (text === "") onChange(undefined);
            else if (Number.isFinite(Number(text))) onChange(Number(text));
          }}
          onBlur={() => setTyped(written)}
          className={clsx(
            "h-8 w-full rounded-lg border px-2 text-right text-[13px] tabular-nums placeholder:font-sans placeholder:text-[13px] focus:border-input focus:bg-background group-hover/row:border-border pointer-coarse:h-10 max-sm:text-base",
            set ? "bg-foreground/[0.04] pl-7 font-mono" : "bg-transparent",
            invalid ? "border-destructive!" : "border-transparent",
          )}
        />
      </span>
    </span>
  );
}
