"use client";

import { LockKeyhole } from "lucide-react";
import Link from "next/link";
import type { SignedIn } from "#lib/playground/gateway-session.ts";
import { useSignOut } from "../../../../components/shell/use-sign-out.ts";
import { Button } from "../../../../components/ui/button.tsx";

/** For whoever may not see the keys: who can, and what they can do instead. */
export function AdminOnly({ session }: { session: SignedIn }) {
  const signOut = useSignOut();
  return (
    <div className="stage-glow flex flex-1 flex-col items-center justify-center p-6 text-center">
      <span className="grid size-11 place-items-center rounded-2xl border bg-card">
        <LockKeyhole aria-hidden className="size-5 text-muted-foreground" />
      </span>
      <h2 className="mt-4 font-medium text-2xl tracking-[-0.02em]">An admin makes the keys</h2>
      <p className="mt-1.5 max-w-[32rem] text-balance text-muted-foreground">
        You are signed in as “{session.name}”, whose {session.scopes.length === 1 ? "scope is" : "scopes are"}{" "}
        {session.scopes.join(", ")}. Keys are made and revoked with the admin key of this gateway, with a key that has
        the scope admin, or on the server by <code className="font-mono text-foreground">npm run keys -- create</code>.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button onClick={signOut}>Sign in with another key</Button>
      </div>
      <p className="mt-4 text-[13px] text-muted-foreground">
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
    </div>
  );
}

const LINK = "text-foreground underline decoration-foreground/30 underline-offset-2 hover:decoration-foreground";
