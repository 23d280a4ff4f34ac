"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { McpServerList } from "#lib/contract/mcp.ts";
import { endMcpSession, listMcp } from "#lib/playground/tools/connected/mcp-requests.ts";
import { asksForSignIn } from "#lib/playground/tools/connected/mcp-sign-in.ts";
import { addServerUrl, removeServerUrl, serversByUrl } from "#lib/playground/tools/connected/servers-by-url.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useStore } from "../use-store.ts";
import { keyOfLists } from "./key-of-lists.ts";
import { ListState } from "./list-state.tsx";
import { ServerEntry } from "./server-entry.tsx";
import { ServerSignIn } from "./server-sign-in.tsx";
import type { Choices } from "./tool-choices.tsx";

type State = { state: "connecting" } | { state: "failed"; url: string; error: Error };

/** Servers that this browser has connected by their URL, and a field for another. */
export function ConnectByUrl({
  rules,
  onClose,
  ...choices
}: Choices & { rules: NonNullable<McpServerList["connect"]>; onClose: () => void }) {
  const urls = useStore(serversByUrl, (state) => state.urls);
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const [attempt, setAttempt] = useState<State>();

  const connect = async (wanted: string) => {
    setAttempt({ state: "connecting" });
    try {
      const list = await listMcp(wanted, "tools", AbortSignal.timeout(60_000));
      // The gateway writes the URL in its standard form.
      queries.setQueryData(keyOfLists(list.server, "tools"), list);
      addServerUrl(list.server);
      setUrl("");
      setAttempt(undefined);
    } catch (error) {
      setAttempt({ state: "failed", url: wanted, error: error as Error });
    }
  };
  const disconnect = async (server: string) => {
    removeServerUrl(server);
    queries.removeQueries({ queryKey: keyOfLists(server) });
    // A session that could not be ended here ends by itself when nobody uses it.
    await endMcpSession(server).catch(() => undefined);
  };
  return (
    <>
      {urls.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {urls.map((server) => (
            <li key={server} className="overflow-hidden rounded-[10px] border border-input">
              <ServerEntry
                server={{ object: "mcp_server", id: server, description: null, transport: "http" }}
                onClose={onClose}
                onRemove={() => void disconnect(server)}
                {...choices}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        aria-label="Connect a server by URL"
        className="flex flex-col gap-2 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (url.trim() !== "" && attempt?.state !== "connecting") void connect(url.trim());
        }}
      >
        <TextField
          name="url"
          isInvalid={attempt?.state === "failed" && !asksForSignIn(attempt.error)}
          describedBy={undefined}
          label="Server URL"
          help={`Streamable HTTP. Allowed: ${rules.hosts.join(", ")}`}
          placeholder="https://mcp.example.com/mcp"
          value={url}
          onChange={setUrl}
        />
        <Button
          type="submit"
          size="small"
          className="self-start"
          disabled={url.trim() === "" || attempt?.state === "connecting"}
        >
          Connect server
        </Button>
        {attempt?.state === "connecting" && <ListState error={undefined} loading="Connecting…" />}
        {attempt?.state === "failed" &&
          (asksForSignIn(attempt.error) ? (
            <ServerSignIn
              key={attempt.url}
              server={attempt.url}
              onSignedIn={async () => {
                await connect(attempt.url);
                return true;
              }}
            />
          ) : (
            <ListState error={attempt.error} loading="" />
          ))}
      </form>
    </>
  );
}
