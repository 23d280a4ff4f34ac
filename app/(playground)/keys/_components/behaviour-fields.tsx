"use client";

import type { BodyRule, LossRule } from "#app/(playground)/keys/_model/read-policy.ts";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { SELECT, useKeyForm } from "./form-context.ts";

const RULES: readonly { value: LossRule; label: string }[] = [
  { value: "route", label: "As the route says" },
  { value: "allow", label: "Allow" },
  { value: "refuse", label: "Refuse any" },
  { value: "fields", label: "Refuse some" },
];

const BODIES: readonly { value: BodyRule; label: string }[] = [
  { value: "config", label: "As the config says" },
  { value: "off", label: "Never" },
  { value: "errors", label: "Failed requests" },
  { value: "requested", label: "When a request asks" },
  { value: "all", label: "All requests" },
];

/** Time limit and rule for lost fields, unless a header of the request says otherwise. */
export function BehaviourFields() {
  const { draft, change, field, told } = useKeyForm();
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3">
      <legend className="group-title pb-2">Unless a request’s headers say otherwise</legend>
      <div>
        <TextField
          {...field("timeout_ms")}
          label="Time limit in seconds"
          value={draft.timeout}
          placeholder="As the route says"
          onChange={(timeout) => change({ timeout })}
        />
        {told("timeout_ms")}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="font-medium text-[13px]">Ignored fields</span>
        <Select
          label="Ignored fields"
          className={SELECT}
          options={RULES}
          value={draft.lossRule}
          onChange={(lossRule) => change({ lossRule })}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="font-medium text-[13px]">Record bodies</span>
        <Select
          label="Record bodies"
          className={SELECT}
          options={BODIES}
          value={draft.bodies}
          onChange={(bodies) => change({ bodies })}
        />
      </div>
      {draft.lossRule === "fields" && (
        <div className="col-span-full">
          <TextField
            {...field("on_loss")}
            label="Fields"
            help="Separated by commas. A request is refused rather than sent without one of them."
            value={draft.lossFields}
            placeholder="e.g. seed, logprobs"
            onChange={(lossFields) => change({ lossFields })}
          />
          {told("on_loss")}
        </div>
      )}
    </fieldset>
  );
}
