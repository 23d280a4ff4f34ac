"use client";

import { SquarePen } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { listImageModels } from "#app/(playground)/images/_model/image-models.ts";
import { useShownParameter } from "#components/parameters/show-parameter.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PanelZone } from "#components/shell/panel-zone.tsx";
import { TopBar } from "#components/shell/top-bar.tsx";
import { useCommands } from "#components/shell/use-commands.ts";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useZone } from "#components/shell/use-zone.ts";
import { IconButton } from "#components/ui/button.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { ImageGallery } from "./image-gallery.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { ImagesMenu } from "./images-menu.tsx";
import { ImagesStage } from "./images-stage.tsx";
import { JobAnnouncer } from "./job-announcer.tsx";
import { JobList } from "./job-list.tsx";

const ImagePanel = dynamic(() => import("./image-panel.tsx").then((module) => module.ImagePanel));
const JobInspector = dynamic(() => import("./job-inspector.tsx").then((module) => module.JobInspector));

/** Layout of the images page. */
export function ImagesShell() {
  const images = useImages();
  const model = useImagesState((state) => state.draft.model);
  const setCount = useImagesState((state) => Object.keys(state.draft.values).length);
  const { signedIn, models: catalogue, unavailable, loading, problem } = useCatalogue();
  const known = !loading && !problem;
  const models = useMemo(() => listImageModels(known ? catalogue : undefined), [catalogue, known]);
  const modelIds = useMemo(() => models.map(({ id }) => id), [models]);
  const [panelOpen, setPanelOpen] = useZone("panel");
  const [reveal, setReveal] = useState<{ name: string; count: number }>();
  const [maskOpen, setMaskOpen] = useState(false);

  const togglePanel = useCallback(() => setPanelOpen(!panelOpen), [panelOpen, setPanelOpen]);
  const showParameter = useCallback(
    (name: string) => {
      setPanelOpen(true);
      setReveal((before) => ({ name, count: (before?.count ?? 0) + 1 }));
    },
    [setPanelOpen],
  );
  useShownParameter(({ name }) => showParameter(name));
  const startNew = useCallback(() => {
    setMaskOpen(false);
    images.startNew();
    document.querySelector<HTMLElement>("#composer")?.focus();
  }, [images]);
  const running = useImagesState((state) => Object.keys(state.runs).length > 0);
  useCommands([
    { id: "stop", label: "Stop generating", group: "This page", keys: "Esc", enabled: running, run: images.stop },
  ]);
  usePageKeys({ onPanel: togglePanel, onNew: startNew, onStop: images.stop });

  return (
    <>
      <AppShell
        sessions={<JobList />}
        newLabel="New image"
        onNew={startNew}
        topBar={
          <TopBar
            page="Images"
            picker={{
              models,
              value: model,
              isDefault: false,
              loading,
              onChange: (id) => images.changeDraft({ model: id }),
            }}
            title=""
            setCount={setCount}
            panelOpen={panelOpen}
            onPanel={togglePanel}
          >
            <IconButton label="New image" keys="Alt+N" tooltipSide="bottom" className="sm:hidden" onClick={startNew}>
              <SquarePen />
            </IconButton>
            <ImagesMenu signedIn={signedIn} modelIds={modelIds} />
          </TopBar>
        }
        panel={<PanelZone>{(close) => <ImagePanel reveal={reveal} onClose={close} />}</PanelZone>}
        inspector={(close) => <JobInspector onClose={close} />}
      >
        <ImagesStage
          problem={problem}
          missing={models.length === 0 ? unavailable : undefined}
          maskOpen={maskOpen}
          onMask={setMaskOpen}
          onShowParameter={showParameter}
        />
      </AppShell>
      <ImageGallery />
      <JobAnnouncer />
    </>
  );
}
