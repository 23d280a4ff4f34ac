"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Listed, listMcp } from "#lib/playground/tools/connected/mcp-requests.ts";
import { asksForSignIn } from "#lib/playground/tools/connected/mcp-sign-in.ts";
import { keyOfLists } from "./key-of-lists.ts";
import { ListState } from "./list-state.tsx";
import { ServerSignIn } from "./server-sign-in.tsx";

/** One list of a server, once it is read; says when it is empty or not whole. */
export function McpItems<Kind extends keyof Listed>({
  server,
  kind,
  isQuiet = false,
  children,
}: {
  server: string;
  kind: Kind;
  /** True for a list beside another, which says what is wrong: shows nothing until it has items. */
  isQuiet?: boolean;
  children: (items: readonly Listed[Kind][]) => ReactNode;
}) {
  const queries = useQueryClient();
  const queryKey = keyOfLists(server, kind);
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listMcp(server, kind, signal),
    retry: false,
  });
  if (isQuiet && !data?.data.length) return null;
  if (asksForSignIn(error)) {
    const onSignedIn = async () => {
      // The list beside this one was refused as well.
      await queries.invalidateQueries({ queryKey: keyOfLists(server) });
      return queries.getQueryState(queryKey)?.status === "success";
    };
    return <ServerSignIn server={server} onSignedIn={onSignedIn} />;
  }
  if (error || !data) return <ListState error={error} loading="Connecting…" />;
  if (data.data.length === 0) return <p className="text-[13px] text-muted-foreground">This server has no {kind}.</p>;
  return (
    <>
      {children(data.data)}
      {data.has_more && <p className="text-muted-foreground text-xs">The server has more than these.</p>}
    </>
  );
}
