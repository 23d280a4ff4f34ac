import { clsx } from "clsx";
import type { PersonChange } from "#app/(playground)/people/_model/people-api.ts";
import { Button } from "#components/ui/button.tsx";
import { RECORD_CELL, WIDE_ONLY } from "#components/ui/record-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { PERSON_ROLES, type Person, type PersonState } from "#lib/contract/person.ts";

const ROLES = { viewer: "Viewer", member: "Member", admin: "Admin" };
const STATES: Record<PersonState, string> = { active: "", disabled: "Disabled", ended: "Ended by the provider" };

export function PersonRow({
  person,
  now,
  onChange,
}: {
  person: Person;
  now: number;
  onChange: (fields: PersonChange) => void;
}) {
  const { name, email, role, fixed_role: fixed, team, state, last_seen_at: seen, sessions, keys } = person;
  const isDisabled = state === "disabled";
  const options = [
    ...PERSON_ROLES.map((value) => ({ value: value as string, label: ROLES[value] })),
    ...(fixed === null ? [] : [{ value: "provider", label: "As the provider says" }]),
  ];
  const choose = (value: string) => onChange({ role: PERSON_ROLES.find((one) => one === value) ?? null });
  return (
    <tr className={clsx("hover:[&>td]:bg-foreground/[0.025]", isDisabled && "text-muted-foreground")}>
      <td className={clsx(RECORD_CELL, "w-full max-w-0 md:w-1/3")}>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-muted-foreground text-xs">
          {[email, STATES[state]].filter(Boolean).join(" · ")}
        </span>
      </td>
      <td className={RECORD_CELL}>
        <Select label={`Role of ${name}`} options={options} value={role as string} onChange={choose} />
      </td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY)}>{team ?? "—"}</td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY, "whitespace-nowrap text-muted-foreground")}>
        {seen === null ? "—" : <RelativeTime time={seen} now={now} past />}
      </td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY, "text-right tabular-nums")}>{sessions}</td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY, "text-right tabular-nums")}>{keys}</td>
      <td className={clsx(RECORD_CELL, "text-right")}>
        <Button
          aria-label={`${isDisabled ? "Enable" : "Disable"} ${name}`}
          onClick={() => onChange({ disabled: !isDisabled })}
        >
          {isDisabled ? "Enable" : "Disable"}
        </Button>
      </td>
    </tr>
  );
}
