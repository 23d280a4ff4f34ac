"use client";

import { useSignOut } from "#components/shell/use-sign-out.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { KeyFigure } from "#components/ui/record-figures.tsx";
import type { SignedIn } from "#lib/playground/gateway/gateway-session.ts";

/** Tells people without the admin scope which scope they need. */
export function AdminNeeded({ session }: { session: SignedIn }) {
  const signOut = useSignOut();
  return (
    <NoRecords
      figure={<KeyFigure />}
      title="Only admins can manage providers"
      actions={
        <span className="flex flex-wrap justify-center gap-2">
          <ButtonLink href="/models">See the models</ButtonLink>
          <Button onClick={signOut}>Sign in with another key</Button>
        </span>
      }
    >
      This page needs a key with the scope admin. You are signed in as “{session.name}”, which has{" "}
      {session.scopes.join(", ")}.
    </NoRecords>
  );
}
