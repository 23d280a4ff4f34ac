"use client";

import Link from "next/link";
import { useSignOut } from "#components/shell/use-sign-out.ts";
import { Button } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { KeyFigure } from "#components/ui/record-figures.tsx";
import { KEYS_COMMAND, type SignedIn } from "#lib/playground/gateway/gateway-session.ts";

/** Explains to users without admin rights who can see the keys, and what they can do instead. */
export function AdminOnly({ session }: { session: SignedIn }) {
  const signOut = useSignOut();
  return (
    <NoRecords
      figure={<KeyFigure />}
      title="Only admins can manage keys"
      actions={
        <>
          <Button onClick={signOut}>Sign in with another key</Button>
          <p className="text-[13px] text-muted-foreground">
            For your own key, see{" "}
            <Link href="/requests" className={LINK}>
              requests
            </Link>{" "}
            and{" "}
            <Link href="/usage" className={LINK}>
              usage
            </Link>
            .
          </p>
        </>
      }
    >
      You are signed in as “{session.name}”, whose {session.scopes.length === 1 ? "scope is" : "scopes are"}{" "}
      {session.scopes.join(", ")}. To manage keys, sign in with the admin key or a key with the admin scope, or run{" "}
      <code className="font-mono text-foreground">{session.keysCommand ?? KEYS_COMMAND}</code> on the server.
    </NoRecords>
  );
}

const LINK = "text-foreground underline decoration-foreground/30 underline-offset-2 hover:decoration-foreground";
