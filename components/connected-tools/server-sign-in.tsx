"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { beginMcpSignIn, nameOfServer, readMcpSignIn } from "#lib/playground/tools/connected/mcp-sign-in.ts";
import { Button, getButtonClasses } from "../ui/button.tsx";
import { ListState } from "./list-state.tsx";

/** Time between two looks for the end of a sign-in, which happens in another tab. */
const LOOK_MS = 1_500;

/**
 * Leads to the sign-in of a server, and goes on by itself once the person has signed in.
 * @param props.onSignedIn returns false when the server asks for a sign-in again
 */
export function ServerSignIn({ server, onSignedIn }: { server: string; onSignedIn: () => Promise<boolean> }) {
  const queries = useQueryClient();
  const name = nameOfServer(server);
  const start = useQuery({
    queryKey: ["mcp-sign-in-start", server],
    queryFn: () => beginMcpSignIn(server),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const state = useQuery({
    queryKey: ["mcp-sign-in-state", server, start.data?.expires_at],
    queryFn: ({ signal }) => readMcpSignIn(server, signal),
    enabled: start.data !== undefined,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.status === "pending" ? LOOK_MS : false),
    gcTime: 0,
  });
  const status = state.data?.status;
  const finish = useEffectEvent(async () => {
    void queries.invalidateQueries({ queryKey: ["mcp-sign-in", server] });
    if (!(await onSignedIn())) await start.refetch();
  });
  useEffect(() => {
    if (status === "signed_in") void finish();
  }, [status]);

  if (start.isFetching) return <ListState error={undefined} loading="Preparing the sign-in…" />;
  if (!start.data || status === "signed_out") {
    return (
      <>
        <ListState error={start.error ?? new Error("The sign-in was not completed.")} loading="" />
        <Button size="small" className="self-start" onClick={() => void start.refetch()}>
          Try again
        </Button>
      </>
    );
  }
  if (status === "signed_in") return <ListState error={undefined} loading="Connecting…" />;
  return (
    <>
      <p role="status" className="text-[13px] text-muted-foreground">
        This server asks you to sign in. The sign-in opens {start.data.host} in a new tab.
      </p>
      <a
        href={start.data.authorization_url}
        target="_blank"
        rel="noopener noreferrer"
        className={`${getButtonClasses({ variant: "primary", size: "small" })} max-w-full self-start`}
      >
        <span className="truncate">Sign in to {name}</span> <ExternalLink aria-hidden />
      </a>
    </>
  );
}
