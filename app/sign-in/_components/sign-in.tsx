"use client";

import { ArrowRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { Button } from "#components/ui/button.tsx";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { safeNextPath, signIn } from "#lib/playground/gateway/gateway-session.ts";
import { forgetCatalogue } from "#lib/playground/models/catalogue.ts";
import { isShareFragment } from "#lib/playground/sharing/is-share-fragment.ts";
import { KeyHelp } from "./key-help.tsx";
import { ProviderSignIn } from "./provider-sign-in.tsx";

/**
 * Signs in with the one-time token of a printed link, from the fragment, or with a pasted key. Either is exchanged for
 * an HttpOnly cookie; the field is cleared at once, and nothing is stored here.
 */
export function SignIn() {
  const router = useRouter();
  /** True initially: before hydration a click would only reload the page. */
  const [busy, setBusy] = useState(true);
  const [failure, setFailure] = useState<GatewayFailure>();
  const field = useRef<HTMLInputElement>(null);
  const started = useRef(false);

  async function enter(credential: { key: string } | { token: string }): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const problem = await signIn(credential);
    if (!problem) {
      forgetCatalogue();
      const shared = isShareFragment(location.hash) ? location.hash : "";
      router.replace(safeNextPath(new URLSearchParams(location.search).get("next")) + shared);
      return;
    }
    setFailure(problem);
    setBusy(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a token works only once, so this runs once.
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get("token");
    if (!token) setBusy(started.current);
    if (!token || started.current) return;
    started.current = true;
    // Removed from the address bar and the history before anything else can happen.
    history.replaceState(null, "", location.pathname + location.search);
    void enter({ token });
  }, []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const key = field.current?.value.trim();
    if (!key) return;
    void enter({ key }).then(() => {
      if (field.current) field.current.value = "";
    });
  };

  return (
    <main className="stage-glow flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <div className="w-full max-w-[25rem]">
        <Wordmark />
        <h1 className="mt-8 font-medium text-[26px] leading-8 tracking-[-0.02em]">Sign in</h1>
        <p className="mt-2 text-muted-foreground">Paste your Parlance key. No key? Ask whoever runs this gateway.</p>
        <ProviderSignIn />
        <form onSubmit={onSubmit} className="mt-6">
          <label htmlFor="key" className="block pb-1.5 font-medium text-[13px]">
            Key
          </label>
          <div className="flex gap-2">
            <input
              ref={field}
              id="key"
              type="password"
              autoComplete="off"
              spellCheck={false}
              required
              aria-invalid={failure !== undefined}
              aria-describedby={failure ? "sign-in-problem" : undefined}
              className="h-10 min-w-0 flex-1 rounded-[10px] border border-input bg-background px-3 font-mono text-base"
            />
            <Button type="submit" variant="primary" disabled={busy} className="h-10 rounded-[10px] px-4">
              Sign in
              <ArrowRight aria-hidden />
            </Button>
          </div>
          {failure && (
            <p id="sign-in-problem" role="alert" className="mt-2 break-words text-destructive">
              {failure.message}
            </p>
          )}
        </form>
        <KeyHelp />
      </div>
    </main>
  );
}
