"use client";

import dynamic from "next/dynamic";

/** What the “More” menu opens over the page, with what it is about. */
export type SessionDialog = { name: "share" } | { name: "open-link"; fragment: string };

const ShareDialog = dynamic(() => import("./share-dialog.tsx").then((module) => module.ShareDialog));
const OpenLinkDialog = dynamic(() => import("./open-link-dialog.tsx").then((module) => module.OpenLinkDialog));

export function SessionDialogs({
  dialog,
  modelIds,
  onClose,
}: {
  dialog: SessionDialog;
  modelIds: readonly string[];
  onClose: () => void;
}) {
  switch (dialog.name) {
    case "share":
      return <ShareDialog onClose={onClose} />;
    case "open-link":
      return <OpenLinkDialog fragment={dialog.fragment} modelIds={modelIds} onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}
