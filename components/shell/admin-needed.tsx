"use client";

import type { SignedIn } from "#lib/playground/gateway/gateway-session.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { NoRecords } from "../ui/no-records.tsx";
import { KeyFigure } from "../ui/record-figures.tsx";
import { useSignOut } from "./use-sign-out.ts";

/** Tells people without the admin scope which scope they need. */
export function AdminNeeded({ title, session }: { title: string; session: SignedIn }) {
  const signOut = useSignOut();
  return (
    <NoRecords
      figure={<KeyFigure />}
      title={title}
      actions={
        <span className="flex flex-wrap justify-center gap-2">
          <ButtonLink href="/models">See the models</ButtonLink>
          <Button onClick={signOut}>Sign in with another key</Button>
        </span>
      }
    >
      {session.person
        ? `This page needs the role admin. You are signed in as “${session.name}” with the role ${session.person.role}.`
        : `This page needs a key with the scope admin. You are signed in as “${session.name}”, which has ${session.scopes.join(", ")}.`}
    </NoRecords>
  );
}
