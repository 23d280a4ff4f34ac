"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { SIGN_IN_PROBLEMS, type SignInProblem } from "#lib/contract/person.ts";
import { safeNextPath } from "#lib/playground/gateway/gateway-session.ts";

const PROBLEM_WORDS: Record<SignInProblem, string> = {
  provider_unavailable: "Your identity provider can’t be reached. Try again in a minute, or sign in with a key.",
  cancelled: "The sign-in was cancelled. Try again, or sign in with a key.",
  expired: "This sign-in has expired, or began in another browser or tab. Try again.",
  rejected: "The response of the identity provider is not valid. Try again; if it happens again, tell your admin.",
  no_role: "Your account has no role on this gateway. Ask your admin for access.",
  domain: "Your e-mail address is not of a domain that may sign in. Use your work account.",
  no_email: "Your identity provider sends no e-mail address, which this gateway needs. Ask your admin.",
  unverified_email: "Your identity provider has not verified your e-mail address. Verify it, then sign in again.",
  disabled: "Your account is disabled on this gateway. Ask your admin.",
  too_many: "Too many sign-ins have failed. Wait a few minutes, or sign in with a key.",
};

/** Button that signs in through the identity provider, where there is one, and why the last attempt failed. */
export function ProviderSignIn() {
  const [provider, setProvider] = useState<{ name: string; path: string }>();
  const [problem, setProblem] = useState<SignInProblem>();
  useEffect(() => {
    const wanted = new URLSearchParams(location.search).get("problem");
    setProblem(SIGN_IN_PROBLEMS.find((known) => known === wanted));
    let isShown = true;
    void fetchSignInProvider().then((found) => isShown && setProvider(found));
    return () => {
      isShown = false;
    };
  }, []);
  const begin = (path: string) => {
    const next = safeNextPath(new URLSearchParams(location.search).get("next"));
    location.assign(`${path}?next=${encodeURIComponent(next)}`);
  };
  return (
    <>
      {problem && (
        <p role="alert" className="mt-4 text-destructive">
          {PROBLEM_WORDS[problem]}
        </p>
      )}
      {provider && (
        <div className="mt-6 border-b pb-6">
          <Button variant="primary" className="h-10 w-full rounded-[10px] px-4" onClick={() => begin(provider.path)}>
            Sign in with {provider.name}
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the identity provider that people sign in with; undefined when there is none, or no answer. */
async function fetchSignInProvider(): Promise<{ name: string; path: string } | undefined> {
  try {
    const response = await fetch("/api/session/options");
    return response.ok ? ((await response.json()).provider ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
