"use client";

import { useId } from "react";
import { FIELD } from "#components/ui/text-field.tsx";
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import { formatAmount, LIMITS, type LimitName } from "#lib/playground/limits/limit-names.ts";
import { useKeyForm } from "./form-context.ts";

/** Limits per minute, at the same time, and in US dollars. @param defaults limits of new keys in the config file */
export function AmountFields({ defaults }: { defaults: KeyPolicy }) {
  return (
    <>
      <fieldset className="grid grid-cols-3 items-end gap-x-3 gap-y-3 max-sm:grid-cols-2">
        <legend className="group-title pb-2">Limits</legend>
        <Amount limit="requests_per_minute" preset={defaults.limits.requests_per_minute} />
        <Amount limit="tokens_per_minute" preset={defaults.limits.tokens_per_minute} />
        <Amount limit="concurrent_requests" preset={defaults.limits.concurrent_requests} />
      </fieldset>
      <fieldset className="grid grid-cols-2 items-end gap-3">
        <legend className="group-title pb-2">Budget in US dollars (UTC days and months)</legend>
        <Amount limit="usd_per_day" preset={defaults.budget.usd_per_day} />
        <Amount limit="usd_per_month" preset={defaults.budget.usd_per_month} />
      </fieldset>
    </>
  );
}

function Amount({ limit, preset }: { limit: LimitName; preset: number | null | undefined }) {
  const { draft, change, field, told } = useKeyForm();
  const id = useId();
  const { label, param, isMoney } = LIMITS[limit];
  const { name, isInvalid, describedBy } = field(param);
  return (
    <div className="min-w-0 has-[[role=alert]]:col-span-full">
      <label htmlFor={id} className="block pb-1.5 font-medium text-[13px]">
        {label}
      </label>
      <input
        id={id}
        name={name}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        inputMode={isMoney ? "decimal" : "numeric"}
        autoComplete="off"
        value={draft.amounts[limit]}
        placeholder={typeof preset === "number" ? `${formatAmount(limit, preset)} (default)` : "No limit"}
        onChange={(event) => change({ amounts: { ...draft.amounts, [limit]: event.target.value } })}
        className={`${FIELD} tabular-nums`}
      />
      {told(param)}
    </div>
  );
}
