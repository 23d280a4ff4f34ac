"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { nameOfServer, readMcpSignIn, signOutOfMcp } from "#lib/playground/tools/connected/mcp-sign-in.ts";
import { Button } from "../ui/button.tsx";
import { keyOfLists } from "./key-of-lists.ts";
import { ListState } from "./list-state.tsx";

/** Signs out of a server, where the person is signed in; nothing otherwise. */
export function SignOutButton({ server }: { server: string }) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState<{ error?: Error }>();
  const { data } = useQuery({
    queryKey: ["mcp-sign-in", server],
    queryFn: ({ signal }) => readMcpSignIn(server, signal),
    retry: false,
  });
  if (data?.status !== "signed_in") return null;

  const signOut = async () => {
    setAttempt({});
    try {
      await signOutOfMcp(server);
      setAttempt(undefined);
      // Lists that are in sight ask again, and show the sign-in.
      const keys = [["mcp-sign-in", server], keyOfLists(server)];
      await Promise.all(keys.map((queryKey) => queries.resetQueries({ queryKey })));
    } catch (error) {
      setAttempt({ error: error as Error });
    }
  };
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="max-w-full self-start"
        disabled={attempt !== undefined && !attempt.error}
        onClick={() => void signOut()}
      >
        <LogOut aria-hidden /> <span className="truncate">Sign out of {nameOfServer(server)}</span>
      </Button>
      {attempt?.error && <ListState error={attempt.error} loading="" />}
    </>
  );
}
