"use client";

import { clsx } from "clsx";
import { RotateCcw } from "lucide-react";
import { memo } from "react";
import type { ParameterDefinition, ParameterValue } from "#lib/playground/parameter-definition.ts";
import { describeRange } from "#lib/playground/parameters.ts";
import { IconButton } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { ParameterControl } from "./parameter-control.tsx";

/** One parameter: a switch between set and unset, its control when set, and what the model does otherwise. */
export const ParameterRow = memo(function ParameterRow({
  parameter,
  value,
  maximum,
  unsupported = false,
  unavailable,
  problem,
  conflict,
  onChange,
}: {
  parameter: ParameterDefinition;
  /** Undefined is unset. */
  value: ParameterValue | undefined;
  maximum?: number;
  /** The model says that it does not take this. */
  unsupported?: boolean;
  /** Why it is not sent, whether it is set or not: the row stays and says so. */
  unavailable?: string;
  problem?: string;
  /** With what other setting many models refuse it. */
  conflict?: string;
  onChange: (value: ParameterValue | undefined) => void;
}) {
  const set = value !== undefined;
  const changed = set && JSON.stringify(value) !== JSON.stringify(parameter.initial);
  const range = describeRange(parameter, maximum);
  return (
    <div data-parameter={parameter.name} data-set={set} className="py-0.5">
      <div className="flex min-h-8 items-center gap-2.5">
        <Switch
          checked={set}
          label={`Set ${parameter.label}`}
          onChange={(next) => onChange(next ? parameter.initial : undefined)}
        />
        <span
          data-tooltip={parameter.description}
          className={clsx("truncate", (!set || unavailable) && "text-muted-foreground")}
        >
          {parameter.label}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {set && !unavailable && range && <span className="text-numeric text-muted-foreground">{range}</span>}
          {changed && !unavailable && (
            <IconButton size="small" label={`Reset ${parameter.label}`} onClick={() => onChange(parameter.initial)}>
              <RotateCcw />
            </IconButton>
          )}
          {(!set || unavailable) && (
            <span className="text-muted-foreground text-xs">
              {unavailable ? "not sent" : unsupported ? "not listed by this model" : (parameter.whenUnset ?? "unset")}
            </span>
          )}
        </span>
      </div>
      {unavailable && <p className="pb-1 pl-10 text-muted-foreground text-xs">{unavailable}</p>}
      {set && !unavailable && (
        <div className="pb-2 pl-10">
          <ParameterControl
            parameter={parameter}
            value={value}
            maximum={maximum}
            problem={problem}
            onChange={onChange}
          />
          {parameter.note && !problem && <p className="pt-1 text-muted-foreground text-xs">{parameter.note}</p>}
          {conflict && !problem && <p className="pt-1 text-warning text-xs">{conflict}</p>}
          {unsupported && (
            <p className="pt-1 text-warning text-xs">This model does not list it; it may refuse the request.</p>
          )}
          {problem && parameter.kind !== "format" && <p className="pt-1 text-destructive text-xs">{problem}</p>}
        </div>
      )}
    </div>
  );
});
