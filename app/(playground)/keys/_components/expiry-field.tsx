"use client";

import type { KeyLifetime } from "#app/(playground)/keys/_model/key-draft.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { FIELD } from "#components/ui/text-field.tsx";
import { useKeyForm } from "./form-context.ts";

const LIFETIMES: readonly { value: KeyLifetime; label: string }[] = [
  { value: "never", label: "Never" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "date", label: "On a date" },
];

/** @param expiresAt expiry of the edited key, null for none; undefined for a new key */
export function ExpiryField({ expiresAt }: { expiresAt: number | null | undefined }) {
  const { draft, change, field, told } = useKeyForm();
  const { name, isInvalid, describedBy } = field("expires_at");
  const kept = { value: "keep" as const, label: expiresAt ? `Keep ${formatDay(expiresAt)}` : "Never" };
  const options =
    expiresAt === undefined
      ? LIFETIMES
      : [kept, ...LIFETIMES.filter(({ value }) => value !== "never" || expiresAt !== null)];
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-[13px]">Expires</span>
      <Segmented
        label="Expires"
        options={options}
        value={draft.lifetime}
        onChange={(lifetime) => change({ lifetime })}
      />
      {draft.lifetime === "date" && (
        <input
          name={name}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          type="date"
          aria-label="Expires at the end of"
          min={today()}
          value={draft.date}
          onChange={(event) => change({ date: event.target.value })}
          className={`${FIELD} animate-rise`}
        />
      )}
      {told("expires_at")}
    </div>
  );
}

const formatDay = (time: number) =>
  new Date(time).toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" });

/** Returns the reader's local date in the format of a date field. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
