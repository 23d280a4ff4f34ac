"use client";

import { memo, useId } from "react";
import type { ParameterDefinition, ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Switch } from "../ui/switch.tsx";
import { NumberControl } from "./number-control.tsx";
import { ParameterControl } from "./parameter-control.tsx";

const DEFAULT_ON_OFF = [
  { value: "unset", label: "Default" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;

/**
 * One parameter: its name and its value. A number is typed, or set by a slider; on, off and unset are side by side; the
 * others have a switch between set and unset, and their control below the name once they are set.
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
  /** Reason that the parameter is not sent. The row is shown only while it is set. */
  unavailable?: string;
  problem?: string;
  /** Another setting with which many models refuse this one. */
  conflict?: string;
  onChange: (value: ParameterValue | undefined) => void;
}) {
  const set = value !== undefined;
  const problemId = useId();
  if (unavailable && !set) return null;
  const isNumber = parameter.kind === "number" && !unavailable;
  const isSwitch = parameter.kind === "switch" && !unavailable;
  return (
    <div data-parameter={parameter.name} data-set={set} className="group/row">
      <div className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a mouse shortcut; the value's own control does the same. */}
        <span
          data-tooltip={parameter.description}
          onDoubleClick={() => onChange(undefined)}
          className="select-none truncate"
        >
          {parameter.label}
        </span>
        {isNumber ? (
          <NumberControl
            parameter={parameter}
            value={typeof value === "number" ? value : undefined}
            maximum={maximum ?? parameter.maximum}
            problemId={problem === undefined ? undefined : problemId}
            onChange={onChange}
          />
        ) : isSwitch ? (
          <div className="ml-auto w-44 shrink-0">
            <Segmented
              label={parameter.label}
              options={DEFAULT_ON_OFF}
              value={!set ? "unset" : value === true ? "on" : "off"}
              onChange={(next) => onChange(next === "unset" ? undefined : next === "on")}
            />
          </div>
        ) : (
          <span className="ml-auto flex shrink-0 items-center gap-2.5 text-[13px] text-muted-foreground">
            {unavailable ? "Not sent" : !set && (parameter.whenUnset ?? "Default")}
            <Switch
              checked={set}
              label={`Set ${parameter.label}`}
              onChange={(next) => onChange(next ? parameter.initial : undefined)}
            />
          </span>
        )}
      </div>
      {isSwitch && !set && parameter.whenUnset && (
        <p className="pb-1 text-muted-foreground text-xs">By default, {parameter.whenUnset}.</p>
      )}
      {unavailable && <p className="pb-1 text-muted-foreground text-xs">{unavailable}</p>}
      {set && !unavailable && (
        <div className="pb-2">
          {parameter.kind !== "number" && parameter.kind !== "switch" && (
            <ParameterControl parameter={parameter} value={value} problem={problem} onChange={onChange} />
          )}
          <Remarks {...{ parameter, problem, problemId, conflict, unsupported }} />
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
