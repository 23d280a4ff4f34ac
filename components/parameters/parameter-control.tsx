"use client";

import { clsx } from "clsx";
import type {
  ChoiceParameter,
  NumberParameter,
  ParameterDefinition,
  ParameterValue,
  ResponseFormat,
  SwitchParameter,
} from "#lib/playground/parameters/parameter-definition.ts";
import { FormatControl } from "./format-control.tsx";
import { ListControl } from "./list-control.tsx";

/** Control of a set parameter that does not fit beside its name. */
export function ParameterControl({
  parameter,
  value,
  problem,
  onChange,
}: {
  parameter: Exclude<ParameterDefinition, NumberParameter | SwitchParameter>;
  value: ParameterValue;
  problem?: string;
  onChange: (value: ParameterValue) => void;
}) {
  switch (parameter.kind) {
    case "choice":
      return (
        <div role="radiogroup" aria-label={parameter.label} className="flex flex-wrap gap-1">
          {listOptions(parameter, value).map((option) => (
            <ChoiceOption
              key={option}
              parameter={parameter}
              option={option}
              chosen={option === value}
              onChange={onChange}
            />
          ))}
        </div>
      );
    case "text":
      return (
        <input
          value={value as string}
          aria-label={parameter.label}
          placeholder={parameter.placeholder}
          onChange={(event) => onChange(event.target.value)}
          className="h-8 w-full rounded-lg border border-input bg-foreground/[0.025] px-2.5 font-mono text-[13px] focus:border-foreground/40 max-sm:h-10 max-sm:text-base"
        />
      );
    case "list":
      return <ListControl parameter={parameter} value={value as string[]} onChange={onChange} />;
    case "format":
      return (
        <FormatControl
          value={value as ResponseFormat}
          named={parameter.unnamed !== true}
          schemaOnly={parameter.schemaOnly}
          problem={problem}
          onChange={onChange}
        />
      );
    default:
      return parameter satisfies never;
  }
}

/** Leaves out what the model does not accept; the chosen one stays, with its reason. */
function listOptions({ options, refused }: ChoiceParameter, value: ParameterValue): readonly string[] {
  return options.filter((option) => refused?.[option] === undefined || option === value);
}

function ChoiceOption({
  parameter,
  option,
  chosen,
  onChange,
}: {
  parameter: ChoiceParameter;
  option: string;
  chosen: boolean;
  onChange: (value: string) => void;
}) {
  const refused = parameter.refused?.[option];
  return (
    <label
      data-tooltip={refused}
      className={clsx(
        "relative flex h-7 items-center rounded-lg border px-2.5 text-[13px] transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 pointer-coarse:h-9",
        refused
          ? "border-destructive text-destructive"
          : chosen
            ? "border-accent bg-accent text-accent-foreground"
            : "cursor-pointer text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
      )}
    >
      <input
        type="radio"
        name={parameter.name}
        value={option}
        checked={chosen}
        disabled={refused !== undefined}
        onChange={() => onChange(option)}
        className="sr-only"
      />
      {option.replace("function:", "")}
    </label>
  );
}
