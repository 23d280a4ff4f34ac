"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { McpSignInStart } from "#lib/contract/mcp.ts";
import { beginMcpSignIn, nameOfServer, readMcpSignIn } from "#lib/playground/tools/connected/mcp-sign-in.ts";
import { Button } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";

/** Time between two looks for the end of a sign-in, which happens in another tab. */
const LOOK_MS = 1_500;

type Attempt =
  | { state: "none"; problem?: string }
  | { state: "preparing" }
  /** `isBlocked`: the browser opened no tab. */
  | { state: "waiting"; start: McpSignInStart; isBlocked: boolean };

/**
 * Leads to the sign-in of a server, and goes on by itself once the person has signed in. It begins with a click: to
 * prepare a sign-in registers the gateway with the authorization server.
 * @param props.onSignedIn returns false when the server asks for a sign-in again
 */
export function ServerSignIn({ server, onSignedIn }: { server: string; onSignedIn: () => Promise<boolean> }) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState<Attempt>({ state: "none" });
  const box = useRef<HTMLDivElement>(null);
  // On a phone it appears below the end of the dialog.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const start = attempt.state === "waiting" ? attempt.start : undefined;
  const { data } = useQuery({
    queryKey: ["mcp-sign-in-state", server, start?.authorization_url],
    queryFn: ({ signal }) => readMcpSignIn(server, signal),
    enabled: start !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === "pending" ? LOOK_MS : false),
    gcTime: 0,
  });
  const status = start && data?.status;
  const finish = useEffectEvent(async () => {
    void queries.invalidateQueries({ queryKey: ["mcp-sign-in", server] });
    if (!(await onSignedIn())) setAttempt({ state: "none", problem: "The server asks for another sign-in." });
  });
  useEffect(() => {
    if (status === "signed_in") void finish();
    if (status === "signed_out") setAttempt({ state: "none", problem: "The sign-in was not completed." });
  }, [status]);

  async function begin(): Promise<void> {
    // Within the click: browsers block a tab that opens after the reply has come.
    const tab = openTab();
    setAttempt({ state: "preparing" });
    try {
      const begun = await beginMcpSignIn(server);
      tab?.location.replace(begun.authorization_url);
      setAttempt({ state: "waiting", start: begun, isBlocked: tab === null });
    } catch (error) {
      tab?.close();
      setAttempt({ state: "none", problem: (error as Error).message });
    }
  }

  if (attempt.state === "waiting") {
    if (status === "signed_in") return <Waiting>Connecting…</Waiting>;
    const { host, authorization_url: url } = attempt.start;
    return (
      <Waiting>
        {attempt.isBlocked ? "The browser opened no tab. " : `Waiting for you to sign in at ${host}. `}
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 text-accent hover:underline pointer-coarse:min-h-9"
        >
          {attempt.isBlocked ? `Open ${host}` : "Open the tab again"} <ExternalLink aria-hidden className="size-3" />
        </a>
      </Waiting>
    );
  }
  const isPreparing = attempt.state === "preparing";
  const problem = attempt.state === "none" ? attempt.problem : undefined;
  return (
    <div ref={box} className="flex scroll-mb-5 flex-col items-start gap-2 rounded-[10px] bg-muted p-3 text-[13px]">
      {problem ? (
        <p role="alert" className="max-w-full break-words text-destructive">
          {problem}
        </p>
      ) : (
        <p role="status" className="flex items-center gap-2">
          <KeyRound aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          {isPreparing ? "Preparing the sign-in…" : "This server asks you to sign in."}
        </p>
      )}
      <Button
        variant="primary"
        size="small"
        className="max-w-full"
        aria-disabled={isPreparing}
        onClick={() => !isPreparing && void begin()}
      >
        <span className="truncate">Sign in to {nameOfServer(server)}</span> <ExternalLink aria-hidden />
      </Button>
    </div>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-baseline gap-2 rounded-[10px] bg-muted p-3 text-[13px]">
      <LiveDot className="relative -top-px" />
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </p>
  );
}

/** Opens an empty tab that cannot reach this one. @returns null when the browser blocks it */
function openTab(): Window | null {
  const tab = window.open("", "_blank");
  if (tab) tab.opener = null;
  return tab;
}
