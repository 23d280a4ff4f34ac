"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Listed, listMcp } from "#lib/playground/tools/connected/mcp-requests.ts";
import { asksForSignIn } from "#lib/playground/tools/connected/mcp-sign-in.ts";
import { ListState } from "./list-state.tsx";
import { ServerSignIn } from "./server-sign-in.tsx";

/** One list of a server, once it is read; says when it is empty or not whole. */
export function McpItems<Kind extends keyof Listed>({
  server,
  kind,
  children,
}: {
  server: string;
  kind: Kind;
  children: (items: readonly Listed[Kind][]) => ReactNode;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: [`mcp-${kind}`, server],
    queryFn: ({ signal }) => listMcp(server, kind, signal),
    retry: false,
  });
  if (asksForSignIn(error))
    return <ServerSignIn server={server} onSignedIn={async () => (await refetch()).isSuccess} />;
  if (error || !data) return <ListState error={error} loading="Connecting…" />;
  if (data.data.length === 0) return <p className="text-[13px] text-muted-foreground">This server has no {kind}.</p>;
  return (
    <>
      {children(data.data)}
      {data.has_more && <p className="text-muted-foreground text-xs">The server has more than these.</p>}
    </>
  );
}
