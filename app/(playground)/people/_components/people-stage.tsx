"use client";

import { changePerson, type PersonChange } from "#app/(playground)/people/_model/people-api.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RowsFigure } from "#components/ui/record-figures.tsx";
import { RecordTable, WIDE_ONLY } from "#components/ui/record-table.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useNow } from "#components/use-now.ts";
import { useRecordPages } from "#components/use-record-pages.ts";
import type { Person } from "#lib/contract/person.ts";
import { PersonRow } from "./person-row.tsx";

const COLUMNS = [
  { name: "Person" },
  { name: "Role" },
  { name: "Team", className: WIDE_ONLY },
  { name: "Last seen", className: WIDE_ONLY },
  { name: "Sessions", className: `${WIDE_ONLY} text-right` },
  { name: "Keys", className: `${WIDE_ONLY} text-right` },
  { name: "Access", className: "text-right" },
];

export function PeopleStage({ ready }: { ready: boolean }) {
  const { entries, isLoading, error, refetch, more } = useRecordPages<Person>("/api/people", ready);
  const now = useNow(30_000);
  const change = async (person: Person, fields: PersonChange) => {
    try {
      await changePerson(person.id, fields);
      showToast({ kind: "success", title: `Changed ${person.name}` });
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : "The gateway didn’t respond.";
      showToast({ kind: "error", title: `Couldn’t change ${person.name}`, detail });
    }
    refetch();
  };
  if (error) return <ReadFailure what="the people" why={error.message} onRetry={refetch} />;
  if (!isLoading && entries.length === 0) return <NoPeople />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-10">
      <RecordTable label="People" columns={COLUMNS} loading={isLoading} onMore={more}>
        {entries.map((person) => (
          <PersonRow key={person.id} person={person} now={now} onChange={(fields) => void change(person, fields)} />
        ))}
      </RecordTable>
    </div>
  );
}

function NoPeople() {
  return (
    <NoRecords
      figure={<RowsFigure />}
      title="Nobody has signed in yet"
      actions={<ButtonLink href="/keys">Create a key</ButtonLink>}
      docs="/docs/people"
    >
      Set up an identity provider in the config file. People appear here with their first sign-in.
    </NoRecords>
  );
}
