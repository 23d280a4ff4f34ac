"use client";

import { clsx } from "clsx";
import { RotateCcw } from "lucide-react";
import { memo, useId } from "react";
import type { ParameterDefinition, ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { describeRange } from "#lib/playground/parameters/parameters.ts";
import { IconButton } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { NumberControl } from "./number-control.tsx";
import { ParameterControl } from "./parameter-control.tsx";

/**
 * One parameter: a switch between set and unset, its control when set, and the model's default. The control of a number
 * stays visible while it is unset, so that one move sets it.
 */
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
  /** Undefined means unset. */
  value: ParameterValue | undefined;
  maximum?: number;
  /** True when the model does not support the parameter. */
  unsupported?: boolean;
  /** Reason that the parameter is not sent, whether set or not. The row stays and shows it. */
  unavailable?: string;
  problem?: string;
  /** Another setting with which many models refuse this one. */
  conflict?: string;
  onChange: (value: ParameterValue | undefined) => void;
}) {
  const set = value !== undefined;
  const range = describeRange(parameter, maximum);
  const open = !unavailable && (set || parameter.kind === "number");
  const unset = () => onChange(undefined);
  const problemId = useId();
  return (
    <div data-parameter={parameter.name} data-set={set} className="group/row py-0.5">
      <div className="flex min-h-8 items-center gap-2.5">
        <Switch
          checked={set}
          label={`Set ${parameter.label}`}
          onChange={(next) => onChange(next ? parameter.initial : undefined)}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a mouse shortcut; the switch before it does the same. */}
        <span
          data-tooltip={parameter.description}
          onDoubleClick={unset}
          className={clsx("select-none truncate", (!set || unavailable) && "text-muted-foreground")}
        >
          {parameter.label}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {set && !unavailable && (
            <IconButton
              size="small"
              label={`Reset ${parameter.label}`}
              className="opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:hidden"
              onClick={unset}
            >
              <RotateCcw />
            </IconButton>
          )}
          {set && !unavailable && range && <span className="text-numeric text-muted-foreground">{range}</span>}
          {(!set || unavailable) && (
            <span className="text-muted-foreground text-xs">
              {unavailable ? "not sent" : unsupported ? "may not be supported" : describeUnset(parameter)}
            </span>
          )}
        </span>
      </div>
      {unavailable && <p className="pb-1 pl-10 text-muted-foreground text-xs">{unavailable}</p>}
      {open && (
        <div className="pb-2 pl-10">
          {parameter.kind === "number" ? (
            <NumberControl
              parameter={parameter}
              value={typeof value === "number" ? value : undefined}
              maximum={maximum ?? parameter.maximum}
              problemId={problem === undefined ? undefined : problemId}
              onChange={onChange}
            />
          ) : (
            set && <ParameterControl parameter={parameter} value={value} problem={problem} onChange={onChange} />
          )}
          {set && <Remarks {...{ parameter, problem, problemId, conflict, unsupported }} />}
        </div>
      )}
    </div>
  );
});

/** Remarks about a value; the most urgent replaces the others. */
function Remarks({
  parameter,
  problem,
  problemId,
  conflict,
  unsupported,
}: {
  parameter: ParameterDefinition;
  problem?: string;
  problemId: string;
  conflict?: string;
  unsupported: boolean;
}) {
  return (
    <>
      {parameter.note && !problem && <p className="pt-1 text-muted-foreground text-xs">{parameter.note}</p>}
      {conflict && !problem && <p className="pt-1 text-warning text-xs">{conflict}</p>}
      {unsupported && (
        <p className="pt-1 text-warning text-xs">This model may not support it. It will still be sent.</p>
      )}
      {problem && parameter.kind !== "format" && (
        <p id={problemId} className="pt-1 text-destructive text-xs">
          {problem}
        </p>
      )}
    </>
  );
}

function describeUnset(parameter: ParameterDefinition): string {
  return parameter.whenUnset ?? (parameter.kind === "number" && parameter.slider ? "model default" : "unset");
}
