"use client";

import { CodeXml, SquarePen } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { listImageModels } from "#lib/playground/images/image-models.ts";
import { AppShell } from "../../../../components/shell/app-shell.tsx";
import { PanelZone } from "../../../../components/shell/panel-zone.tsx";
import { TopBar } from "../../../../components/shell/top-bar.tsx";
import { useCommands } from "../../../../components/shell/use-commands.ts";
import { usePageKeys } from "../../../../components/shell/use-page-keys.ts";
import { useZone } from "../../../../components/shell/use-zone.ts";
import { IconButton } from "../../../../components/ui/button.tsx";
import { useCatalogue } from "../../../../components/use-catalogue.ts";
import { ImageGallery } from "./image-gallery.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { ImagesStage } from "./images-stage.tsx";
import { JobAnnouncer } from "./job-announcer.tsx";
import { JobList } from "./job-list.tsx";

const ImagePanel = dynamic(() => import("./image-panel.tsx").then((module) => module.ImagePanel));
const JobWire = dynamic(() => import("./job-wire.tsx").then((module) => module.JobWire));
const ImageCodeDialog = dynamic(() => import("./image-code-dialog.tsx").then((module) => module.ImageCodeDialog));

/** The images page's zones, put together. */
export function ImagesShell() {
  const images = useImages();
  const model = useImagesState((state) => state.draft.model);
  const setCount = useImagesState((state) => Object.keys(state.draft.values).length);
  const { models: catalogue, loading, problem } = useCatalogue();
  const models = useMemo(() => listImageModels(catalogue), [catalogue]);
  const [panelOpen, setPanelOpen] = useZone("panel");
  const [reveal, setReveal] = useState<{ name: string; count: number }>();
  const [code, setCode] = useState<"never" | "open" | "closed">("never");
  const [maskOpen, setMaskOpen] = useState(false);

  const togglePanel = useCallback(() => setPanelOpen(!panelOpen), [panelOpen, setPanelOpen]);
  const showParameter = useCallback(
    (name: string) => {
      setPanelOpen(true);
      setReveal((before) => ({ name, count: (before?.count ?? 0) + 1 }));
    },
    [setPanelOpen],
  );
  const startNew = useCallback(() => {
    setMaskOpen(false);
    images.startNew();
    document.querySelector<HTMLElement>("#composer")?.focus();
  }, [images]);
  const running = useImagesState((state) => Object.keys(state.runs).length > 0);
  useCommands([
    { id: "stop", label: "Stop painting", group: "This page", keys: "Esc", enabled: running, run: images.stop },
    {
      id: "code",
      label: "Show code",
      group: "This page",
      keywords: "curl python javascript sdk copy",
      run: () => setCode("open"),
    },
  ]);
  usePageKeys({ onPanel: togglePanel, onNew: startNew, onStop: images.stop });

  return (
    <>
      <AppShell
        sessions={<JobList />}
        newLabel="New picture"
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
            <IconButton label="New picture" keys="Alt+N" tooltipSide="bottom" className="sm:hidden" onClick={startNew}>
              <SquarePen />
            </IconButton>
            <IconButton label="Show code" tooltipSide="bottom" onClick={() => setCode("open")}>
              <CodeXml />
            </IconButton>
          </TopBar>
        }
        panel={<PanelZone>{(close) => <ImagePanel reveal={reveal} onClose={close} />}</PanelZone>}
        wire={(close) => <JobWire onClose={close} />}
      >
        <ImagesStage problem={problem} maskOpen={maskOpen} onMask={setMaskOpen} onShowParameter={showParameter} />
      </AppShell>
      {code !== "never" && <ImageCodeDialog open={code === "open"} onClose={() => setCode("closed")} />}
      <ImageGallery />
      <JobAnnouncer />
    </>
  );
}
