"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { SignedIn } from "#lib/playground/gateway/gateway-session.ts";
import { catalogue, forgetCatalogue, readCatalogue } from "#lib/playground/models/catalogue.ts";
import { findModel, type Model, type UnavailableUpstream } from "#lib/playground/models/models.ts";
import { useStore } from "./use-store.ts";

const NO_MODELS: Model[] = [];
const NONE_UNAVAILABLE: UnavailableUpstream[] = [];

export type Catalogue = {
  signedIn: boolean;
  /** Who is signed in; undefined until it is known. */
  session?: SignedIn;
  models: Model[];
  /** Upstreams whose models could not be listed. */
  unavailable: UnavailableUpstream[];
  defaultModel?: string;
  loading: boolean;
  /** Why the model list is not there. */
  problem?: string;
};

/** A model of the list; undefined until there is one, and where the list does not have it. */
export function useListedModel(id: string): Model | undefined {
  return useStore(catalogue, ({ listed }) => listed && findModel(listed.models, id));
}

/** Who is signed in, and the models that they can ask. Leads to the sign-in page when nobody is. */
export function useCatalogue(): Catalogue {
  const router = useRouter();
  const { signedIn, session, listed, problem } = useStore(catalogue, (state) => state);
  const signedOut = signedIn === false;

  useEffect(() => {
    const read = () => void readCatalogue();
    read();
    addEventListener("online", read);
    return () => removeEventListener("online", read);
  }, []);
  useEffect(() => {
    if (!signedOut) return;
    // What stands after the # (a shared link) goes along where no server sees it.
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
