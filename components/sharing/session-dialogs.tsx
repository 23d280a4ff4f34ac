"use client";

import dynamic from "next/dynamic";
import type { TextPage } from "#lib/playground/history.ts";
import type { BuiltInPreset } from "./presets-dialog.tsx";

/** What the “More” menu opens over the page, with what it is about. */
export type SessionDialog =
  | { name: "share" }
  | { name: "open-link"; fragment: string }
  | { name: "continue"; page: TextPage }
  | { name: "import"; text?: string }
  | { name: "presets" }
  | { name: "delete-all" };

const ShareDialog = dynamic(() => import("./share-dialog.tsx").then((module) => module.ShareDialog));
const OpenLinkDialog = dynamic(() => import("./open-link-dialog.tsx").then((module) => module.OpenLinkDialog));
const ContinueDialog = dynamic(() => import("./continue-dialog.tsx").then((module) => module.ContinueDialog));
const ImportDialog = dynamic(() => import("./import-dialog.tsx").then((module) => module.ImportDialog));
const PresetsDialog = dynamic(() => import("./presets-dialog.tsx").then((module) => module.PresetsDialog));

const DeleteAllDialog = dynamic(() => import("./delete-all-dialog.tsx").then((module) => module.DeleteAllDialog));

export function SessionDialogs({
  dialog,
  modelId,
  modelIds,
  builtIn,
  onClose,
}: {
  dialog: SessionDialog;
  /** That answers here. */
  modelId: string | undefined;
  /** Of all models that the gateway lists. */
  modelIds: readonly string[];
  builtIn: readonly BuiltInPreset[];
  onClose: () => void;
}) {
  switch (dialog.name) {
    case "share":
      return <ShareDialog onClose={onClose} />;
    case "open-link":
      return <OpenLinkDialog fragment={dialog.fragment} modelIds={modelIds} onClose={onClose} />;
    case "continue":
      return <ContinueDialog page={dialog.page} model={modelId} onClose={onClose} />;
    case "import":
      return <ImportDialog given={dialog.text} onClose={onClose} />;
    case "presets":
      return <PresetsDialog builtIn={builtIn} onClose={onClose} />;
    case "delete-all":
      return <DeleteAllDialog onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}
