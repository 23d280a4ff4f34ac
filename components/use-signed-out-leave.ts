"use client";

import { useEffect } from "react";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";
import { forgetCatalogue, readCatalogue } from "#lib/playground/models/catalogue.ts";

/** Redirects to the sign-in page when the gateway reports that the session has ended. */
export function useSignedOutLeave(error: unknown): void {
  const signedOut = isSignedOut(error);
  useEffect(() => {
    if (!signedOut) return;
    forgetCatalogue();
    void readCatalogue();
  }, [signedOut]);
}
