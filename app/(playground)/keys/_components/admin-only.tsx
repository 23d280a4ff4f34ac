"use client";

import { LockKeyhole } from "lucide-react";
import Link from "next/link";
import { useSignOut } from "#components/shell/use-sign-out.ts";
import { Button } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import type { SignedIn } from "#lib/playground/gateway/gateway-session.ts";

/** Explains to users without admin rights who can see the keys, and what they can do instead. */
export function AdminOnly({ session }: { session: SignedIn }) {
  const signOut = useSignOut();
  return (
    <NoRecords
      icon={LockKeyhole}
      title="An admin makes the keys"
      actions={
        <>
          <Button onClick={signOut}>Sign in with another key</Button>
          <p className="text-[13px] text-muted-foreground">
            Of your own key you see its{" "}
            <Link href="/requests" className={LINK}>
              requests
            </Link>{" "}
            and its{" "}
            <Link href="/usage" className={LINK}>
              usage
            </Link>
            .
          </p>
        </>
      }
    >
      You are signed in as “{session.name}”, whose {session.scopes.length === 1 ? "scope is" : "scopes are"}{" "}
      {session.scopes.join(", ")}. Keys are made and revoked with the admin key of this gateway, with a key that has the
      scope admin, or on the server by <code className="font-mono text-foreground">npm run keys -- create</code>.
    </NoRecords>
  );
}

const LINK = "text-foreground underline decoration-foreground/30 underline-offset-2 hover:decoration-foreground";
