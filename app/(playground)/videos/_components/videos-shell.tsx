"use client";

import { SquarePen } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { listVideoModels } from "#app/(playground)/videos/_model/video-models.ts";
import { useShownParameter } from "#components/parameters/show-parameter.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PanelZone } from "#components/shell/panel-zone.tsx";
import { TopBar } from "#components/shell/top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useZone } from "#components/shell/use-zone.ts";
import { IconButton } from "#components/ui/button.tsx";
import type { Catalogue } from "#components/use-catalogue.ts";
import { TaskAnnouncer } from "./task-announcer.tsx";
import { TaskMenu } from "./task-menu.tsx";
import { useVideos, useVideosState } from "./videos-context.tsx";
import { VideosMenu } from "./videos-menu.tsx";
import { VideosStage } from "./videos-stage.tsx";

const VideoPanel = dynamic(() => import("./video-panel.tsx").then((module) => module.VideoPanel));
const TaskInspector = dynamic(() => import("./task-inspector.tsx").then((module) => module.TaskInspector));

/** Disables Esc as a stop key on this page: a task belongs to the gateway and is cancelled explicitly. */
const stopNothing = () => {};

/** Layout of the videos page. */
export function VideosShell({ catalogue }: { catalogue: Catalogue }) {
  const videos = useVideos();
  const model = useVideosState((state) => state.draft.model);
  const setCount = useVideosState((state) => Object.keys(state.draft.values).length);
  const known = !catalogue.loading && !catalogue.problem;
  const models = useMemo(() => listVideoModels(known ? catalogue.models : undefined), [catalogue.models, known]);
  const modelIds = useMemo(() => models.map(({ id }) => id), [models]);
  const [panelOpen, setPanelOpen] = useZone("panel");

  const [reveal, setReveal] = useState<{ name: string; count: number }>();
  useShownParameter(({ name }) => {
    setPanelOpen(true);
    setReveal((before) => ({ name, count: (before?.count ?? 0) + 1 }));
  });
  const togglePanel = useCallback(() => setPanelOpen(!panelOpen), [panelOpen, setPanelOpen]);
  const startNew = useCallback(() => {
    videos.startNew();
    document.querySelector<HTMLElement>("#composer")?.focus();
  }, [videos]);
  usePageKeys({ onPanel: togglePanel, onNew: startNew, onStop: stopNothing });

  return (
    <>
      <AppShell
        sessions={(close) => (
          // On wide screens the page itself has the list.
          <div className={close ? undefined : "xl:hidden"}>
            <TaskMenu onTracked={close} />
          </div>
        )}
        newLabel="New video"
        onNew={startNew}
        topBar={
          <TopBar
            page="Videos"
            picker={{
              models,
              value: model,
              isDefault: false,
              loading: catalogue.loading,
              onChange: (id) => videos.changeDraft({ model: id }),
            }}
            title=""
            setCount={setCount}
            panelOpen={panelOpen}
            onPanel={togglePanel}
          >
            <IconButton label="New video" keys="Alt+N" tooltipSide="bottom" className="sm:hidden" onClick={startNew}>
              <SquarePen />
            </IconButton>
            <VideosMenu signedIn={catalogue.signedIn} modelIds={modelIds} />
          </TopBar>
        }
        panel={<PanelZone>{(close) => <VideoPanel reveal={reveal} onClose={close} />}</PanelZone>}
        inspector={(close) => <TaskInspector onClose={close} />}
      >
        <VideosStage problem={catalogue.problem} missing={models.length === 0 ? catalogue.unavailable : undefined} />
      </AppShell>
      <TaskAnnouncer />
    </>
  );
}
