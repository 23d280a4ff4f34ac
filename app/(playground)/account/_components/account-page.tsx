"use client";

import { PlainPage } from "#components/shell/plain-page.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { OwnKeys } from "./own-keys.tsx";
import { SessionList } from "./session-list.tsx";

/** Account of whoever is signed in: role and team, own keys of a person, and the browsers that are signed in. */
export function AccountPage() {
  const { session } = useCatalogue();
  const { person } = session ?? {};
  const facts = person ? [person.email, `Role: ${person.role}`, person.team && `Team: ${person.team}`] : [];
  return (
    <PlainPage title="Account" description={[session?.name, ...facts].filter(Boolean).join(" · ") || "Account"}>
      <div className="flex min-h-0 flex-1 flex-col gap-8 overflow-y-auto pb-10">
        {session && person && person.role !== "viewer" && <OwnKeys personId={person.id} />}
        {session && <SessionList session={session} />}
      </div>
    </PlainPage>
  );
}
