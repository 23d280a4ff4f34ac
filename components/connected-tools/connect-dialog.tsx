"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { BUILT_IN_TOOLS } from "#lib/playground/tools/connected/connected-tool.ts";
import { listServers } from "#lib/playground/tools/connected/mcp-requests.ts";
import { gatewayQueries } from "../gateway-queries.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { ConnectByUrl } from "./connect-by-url.tsx";
import { ListState } from "./list-state.tsx";
import { ServerEntry } from "./server-entry.tsx";
import { type Choices, ToolChoices } from "./tool-choices.tsx";

/** Dialog that adds tools which run, of the page and of MCP servers, and the resources and prompts of these servers. */
export function ConnectDialog({ open, onClose, ...choices }: Choices & { open: boolean; onClose: () => void }) {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <ModalDialog open={open} onClose={onClose} title="Connect tools" className="w-[30rem]">
        <p className="text-[13px] text-muted-foreground">
          The page asks you before it runs a call of these tools, and sends the result to the model.
        </p>
        <section aria-label="Built in">
          <h3 className="group-title pb-1.5">Built in</h3>
          <ToolChoices tools={BUILT_IN_TOOLS} {...choices} />
        </section>
        <section aria-label="MCP servers" className="flex flex-col gap-1.5">
          <h3 className="group-title">MCP servers</h3>
          <Servers onClose={onClose} {...choices} />
        </section>
      </ModalDialog>
    </QueryClientProvider>
  );
}

function Servers({ onClose, ...choices }: Choices & { onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["mcp-servers"],
    queryFn: ({ signal }) => listServers(signal),
  });
  if (error || !data) return <ListState error={error} loading="Loading…" />;
  const { data: servers, connect } = data;
  return (
    <>
      {servers.length === 0 && !connect && (
        <p className="text-[13px] text-muted-foreground">
          The config file has none.{" "}
          <Link href="/docs/mcp" className="text-accent hover:underline">
            Add a server
          </Link>
        </p>
      )}
      {servers.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {servers.map((server) => (
            <li key={server.id} className="overflow-hidden rounded-[10px] border border-input">
              <ServerEntry server={server} onClose={onClose} {...choices} />
            </li>
          ))}
        </ul>
      )}
      {connect && <ConnectByUrl rules={connect} onClose={onClose} {...choices} />}
    </>
  );
}
