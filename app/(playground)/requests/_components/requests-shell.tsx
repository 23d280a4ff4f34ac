"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { rowKey } from "#app/(playground)/requests/_model/request-rows.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PanelZone } from "#components/shell/panel-zone.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { InspectorButton } from "#components/shell/top-bar.tsx";
import { useCommands } from "#components/shell/use-commands.ts";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useZone } from "#components/shell/use-zone.ts";
import { Switch } from "#components/ui/switch.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { setZoneOpen } from "#lib/playground/shell/preferences.ts";
import { FilterBar } from "./filter-bar.tsx";
import { RequestsStage } from "./requests-stage.tsx";
import { useFilters } from "./use-filters.ts";
import { useRequests } from "./use-requests.ts";

const RequestDetails = dynamic(() => import("./request-details.tsx").then((module) => module.RequestDetails));
const RequestInspector = dynamic(() => import("./request-inspector.tsx").then((module) => module.RequestInspector));

/** Layout of the request log: filters, rows, and the details of the opened request. */
export function RequestsShell() {
  const { signedIn, session } = useCatalogue();
  const router = useRouter();
  const { filters, setFilter, clear } = useFilters();
  const [live, setLive] = useState(true);
  const [opened, setOpened] = useState<LoggedRequest>();
  const [panelOpen, setPanelOpen] = useZone("panel");
  const requests = useRequests(filters, { ready: signedIn, live });
  const admin = isAdmin(session);

  const open = useCallback((request: LoggedRequest) => {
    setOpened(request);
    setZoneOpen("panel", true);
  }, []);
  const close = useCallback(() => {
    setOpened(undefined);
    setZoneOpen("panel", false);
  }, []);
  const startNew = useCallback(() => router.push("/chat"), [router]);
  const togglePanel = useCallback(() => setPanelOpen(!panelOpen), [panelOpen, setPanelOpen]);
  usePageKeys({ onPanel: togglePanel, onNew: startNew, onStop: close });
  const { errors, all } = filters ?? {};
  useCommands(
    useMemo(
      () => [
        {
          id: "failures",
          label: errors ? "Include successful requests" : "Show failures only",
          group: "This page",
          keywords: "errors failed filter status",
          run: () => setFilter("errors", errors ? undefined : "true"),
        },
        {
          id: "all-routes",
          label: all ? "Show model requests only" : "Show all routes",
          group: "This page",
          keywords: "lists files sessions filter",
          run: () => setFilter("all", all ? undefined : "true"),
        },
        {
          id: "clear-filters",
          label: "Clear filters",
          group: "This page",
          keywords: "reset all requests",
          run: clear,
        },
        {
          id: "live",
          label: live ? "Stop auto-refresh" : "Auto-refresh",
          group: "This page",
          keywords: "refresh live tail",
          run: () => setLive(!live),
        },
      ],
      [errors, all, live, setFilter, clear],
    ),
  );
  const shown = opened && (requests.rows?.find((row) => rowKey(row) === rowKey(opened)) ?? opened);
  return (
    <AppShell
      sessions={null}
      newLabel="New chat"
      onNew={startNew}
      topBar={
        <PlainTopBar
          title="Requests"
          description="Completed model requests. Prompts and responses are logged only where bodies are recorded."
        >
          <span className="flex items-center gap-2 px-2 text-[13px] text-muted-foreground">
            Live
            <Switch checked={live} onChange={setLive} label="Auto-refresh every five seconds" />
          </span>
          <InspectorButton />
        </PlainTopBar>
      }
      panel={
        <PanelZone label="Request">
          {(leave) => <RequestDetails request={shown} admin={admin} onFilter={setFilter} onClose={leave} />}
        </PanelZone>
      }
      inspector={(leave) => <RequestInspector request={shown} onClose={leave} />}
    >
      <FilterBar filters={filters} admin={admin} rows={requests.rows} onFilter={setFilter} onClear={clear} />
      <RequestsStage
        requests={requests}
        filters={filters}
        opened={panelOpen && shown ? rowKey(shown) : undefined}
        onOpen={open}
        onClear={clear}
      />
    </AppShell>
  );
}
