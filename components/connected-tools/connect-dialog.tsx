"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { McpServer, McpToolList } from "#lib/contract/mcp.ts";
import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import {
  BUILT_IN_TOOLS,
  type ConnectableTool,
  describeRunner,
  isSameRunner,
  toConnectable,
} from "#lib/playground/tools/connected/connected-tool.ts";
import { gatewayQueries } from "../gateway-queries.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Switch } from "../ui/switch.tsx";

type Choices = {
  /** Places where the tools of the request run, by their names. */
  connected: Readonly<Record<string, ToolRunner>>;
  onConnect: (tool: ConnectableTool) => void;
  onDisconnect: (name: string) => void;
};

/** Dialog that adds tools which run: those of the page, and those of MCP servers. */
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
          <Servers {...choices} />
        </section>
      </ModalDialog>
    </QueryClientProvider>
  );
}

async function readJson<Body>(path: string, signal: AbortSignal): Promise<Body> {
  return (await requireGood(await callGateway(path, { signal }))).json();
}

function Servers(choices: Choices) {
  const { data, error } = useQuery({
    queryKey: ["mcp-servers"],
    queryFn: ({ signal }) => readJson<{ data: McpServer[] }>("/api/mcp/servers", signal),
  });
  if (error) return <Problem message={error.message} />;
  if (!data) return <p className="text-[13px] text-muted-foreground">Loading…</p>;
  if (data.data.length === 0) {
    return (
      <p className="text-[13px] text-muted-foreground">
        The config file has none.{" "}
        <Link href="/docs/mcp" className="text-accent hover:underline">
          Add a server
        </Link>
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-1.5">
      {data.data.map((server) => (
        <li key={server.id} className="overflow-hidden rounded-[10px] border border-input">
          <ServerTools server={server} {...choices} />
        </li>
      ))}
    </ul>
  );
}

function ServerTools({ server: { id, description }, ...choices }: Choices & { server: McpServer }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["mcp-tools", id],
    queryFn: ({ signal }) => readJson<McpToolList>(`/api/mcp/servers/${encodeURIComponent(id)}/tools`, signal),
    enabled: open,
    retry: false,
  });
  const count = Object.values(choices.connected).filter((runner) => "server" in runner && runner.server === id).length;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 px-3 py-2 text-left text-[13px] -outline-offset-2 pointer-coarse:py-3"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-muted-foreground transition-transform motion-reduce:transition-none ${open ? "rotate-90" : ""}`}
        />
        <span className="font-mono">{id}</span>
        <span className="min-w-0 flex-1 truncate text-muted-foreground text-xs">{description}</span>
        {count > 0 && <span className="text-muted-foreground text-xs">{count} connected</span>}
      </button>
      {open && (
        <div className="border-t px-3 py-2">
          {error && <Problem message={error.message} />}
          {!error && !data && <p className="text-[13px] text-muted-foreground">Connecting…</p>}
          {data && <ToolChoices tools={data.data.map((tool) => toConnectable(id, tool))} {...choices} />}
        </div>
      )}
    </>
  );
}

function ToolChoices({ tools, connected, onConnect, onDisconnect }: Choices & { tools: readonly ConnectableTool[] }) {
  if (tools.length === 0) return <p className="text-[13px] text-muted-foreground">This server has no tools.</p>;
  return (
    <ul className="flex flex-col">
      {tools.map((entry) => {
        const name = Object.entries(connected).find(([, runner]) => isSameRunner(runner, entry.runner))?.[0];
        return (
          <li key={describeRunner(entry.runner)} className="flex items-start gap-2.5 py-1.5 pointer-coarse:py-2.5">
            <Switch
              checked={name !== undefined}
              label={`Connect ${entry.tool.name}`}
              onChange={() => (name === undefined ? onConnect(entry) : onDisconnect(name))}
            />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-mono text-[13px]">{entry.tool.name}</span>
              <span className="line-clamp-2 text-muted-foreground text-xs">{entry.tool.description}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Problem({ message }: { message: string }) {
  return (
    <p role="alert" className="text-[13px] text-destructive">
      {message}
    </p>
  );
}
