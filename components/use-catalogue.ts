"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { fetchSession } from "#lib/playground/gateway-session.ts";
import { fetchModels, type Model, type UnavailableUpstream } from "#lib/playground/models.ts";

const NO_MODELS: Model[] = [];
const NONE_UNAVAILABLE: UnavailableUpstream[] = [];

export type Catalogue = {
  signedIn: boolean;
  models: Model[];
  /** Upstreams whose models could not be listed. */
  unavailable: UnavailableUpstream[];
  defaultModel?: string;
  loading: boolean;
  /** Why the model list is not there. */
  problem?: string;
};

/** Who is signed in, and the models that they can ask. Leads to the sign-in page when nobody is. */
export function useCatalogue(): Catalogue {
  const router = useRouter();
  const session = useQuery({ queryKey: ["session"], queryFn: ({ signal }) => fetchSession(signal) });
  const signedOut = session.data === null;
  const catalogue = useQuery({
    queryKey: ["models"],
    queryFn: ({ signal }) => fetchModels(signal),
    enabled: Boolean(session.data),
  });

  useEffect(() => {
    // What stands after the # (a shared link) goes along where no server sees it.
    const { pathname, search, hash } = location;
    if (signedOut) router.replace(`/sign-in?next=${encodeURIComponent(pathname + search)}${hash}`);
  }, [router, signedOut]);

  return {
    signedIn: Boolean(session.data),
    models: catalogue.data?.models ?? NO_MODELS,
    unavailable: catalogue.data?.unavailable ?? NONE_UNAVAILABLE,
    defaultModel: catalogue.data?.defaultModel,
    loading: session.isPending || catalogue.isPending,
    problem: (session.error ?? catalogue.error)?.message,
  };
}
