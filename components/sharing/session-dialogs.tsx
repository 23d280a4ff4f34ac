"use client";

import dynamic from "next/dynamic";
import type { BuiltInPreset } from "./presets-dialog.tsx";

/** Dialogs that the “More” menu opens, with their parameters. */
export type SessionDialog =
  | { name: "share" }
  | { name: "live-link"; exchangeId: string }
  | { name: "open-link"; fragment: string }
  | { name: "import"; text?: string }
  | { name: "presets" }
  | { name: "save-json" }
  | { name: "delete-all" };

const ShareSession = dynamic(() => import("./session-link.tsx").then((module) => module.ShareSession));
const LiveLinkDialog = dynamic(() => import("./live-link-dialog.tsx").then((module) => module.LiveLinkDialog));
const OpenSession = dynamic(() => import("./session-link.tsx").then((module) => module.OpenSession));
const ImportDialog = dynamic(() => import("./import-dialog.tsx").then((module) => module.ImportDialog));
const SessionPresets = dynamic(() => import("./session-presets.tsx").then((module) => module.SessionPresets));
const SaveJsonDialog = dynamic(() => import("./save-json-dialog.tsx").then((module) => module.SaveJsonDialog));
const DeleteAllDialog = dynamic(() => import("./delete-all-dialog.tsx").then((module) => module.DeleteAllDialog));

export function SessionDialogs({
  dialog,
  modelIds,
  builtIn,
  onClose,
}: {
  dialog: SessionDialog;
  /** IDs of all models that the gateway lists. */
  modelIds: readonly string[];
  builtIn: readonly BuiltInPreset[];
  onClose: () => void;
}) {
  switch (dialog.name) {
    case "share":
      return <ShareSession onClose={onClose} />;
    case "live-link":
      return <LiveLinkDialog exchangeId={dialog.exchangeId} onClose={onClose} />;
    case "open-link":
      return <OpenSession fragment={dialog.fragment} modelIds={modelIds} onClose={onClose} />;
    case "import":
      return <ImportDialog given={dialog.text} onClose={onClose} />;
    case "presets":
      return <SessionPresets builtIn={builtIn} onClose={onClose} />;
    case "save-json":
      return <SaveJsonDialog onClose={onClose} />;
    case "delete-all":
      return <DeleteAllDialog onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}
