"use client";

import { useEffect } from "react";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";
import { forgetCatalogue, readCatalogue } from "#lib/playground/models/catalogue.ts";

/** Leads to the sign-in page when the gateway has said that nobody is signed in any more. */
export function useSignedOutLeave(error: unknown): void {
  const signedOut = isSignedOut(error);
  useEffect(() => {
    if (!signedOut) return;
    forgetCatalogue();
    void readCatalogue();
  }, [signedOut]);
}
