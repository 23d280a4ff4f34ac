"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { SignedIn } from "#lib/playground/gateway/gateway-session.ts";
import { catalogue, forgetCatalogue, readCatalogue } from "#lib/playground/models/catalogue.ts";
import { findModel, type Model, type UnavailableUpstream } from "#lib/playground/models/models.ts";
import { useStore, useStoreInSlices } from "./use-store.ts";

const NO_MODELS: Model[] = [];
const NONE_UNAVAILABLE: UnavailableUpstream[] = [];

export type Catalogue = {
  signedIn: boolean;
  /** The signed-in session; undefined until it is known. */
  session?: SignedIn;
  models: Model[];
  /** Upstreams whose models could not be listed. */
  unavailable: UnavailableUpstream[];
  defaultModel?: string;
  loading: boolean;
  /** Reason that the model list could not be loaded. */
  problem?: string;
};

/** Returns a model of the list; undefined until the list is loaded, and when the model is not in it. */
export function useListedModel(id: string): Model | undefined {
  return useStore(catalogue, ({ listed }) => listed && findModel(listed.models, id));
}

/** Returns the session and the models available to it. Redirects to the sign-in page when nobody is signed in. */
export function useCatalogue(): Catalogue {
  const router = useRouter();
  const { signedIn, session, listed, problem } = useStoreInSlices(catalogue);
  const signedOut = signedIn === false;

  useEffect(() => {
    const read = () => void readCatalogue();
    read();
    addEventListener("online", read);
    return () => removeEventListener("online", read);
  }, []);
  useEffect(() => {
    if (!signedOut) return;
    // The fragment (a shared link) is preserved in the redirect, and is not sent to a server.
    const { pathname, search, hash } = location;
    router.replace(`/sign-in?next=${encodeURIComponent(pathname + search)}${hash}`);
    forgetCatalogue();
  }, [router, signedOut]);

  return {
    signedIn: signedIn === true,
    session,
    models: listed?.models ?? NO_MODELS,
    unavailable: listed?.unavailable ?? NONE_UNAVAILABLE,
    defaultModel: listed?.defaultModel,
    loading: !listed && problem === undefined,
    problem,
  };
}
