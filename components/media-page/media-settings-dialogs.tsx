"use client";

import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { MediaRules } from "#lib/playground/parameters/settings-rules.ts";
import { OpenLinkDialog } from "../sharing/open-link-dialog.tsx";
import { PresetsDialog } from "../sharing/presets-dialog.tsx";
import { ShareDialog } from "../sharing/share-dialog.tsx";
import type { MediaDialog } from "./media-menu.tsx";

/** Dialogs that share a media page's fields as a link, open such a link, and manage presets. */
export function MediaSettingsDialogs({
  dialog,
  rules,
  current,
  dropped,
  modelIds,
  onApply,
  onClose,
}: {
  dialog: MediaDialog;
  rules: MediaRules;
  current: ChatSettings;
  /** Sentence that names the fields that a link cannot contain. */
  dropped?: string;
  /** IDs of all models that the page offers. */
  modelIds: readonly string[];
  onApply: (settings: ChatSettings) => void;
  onClose: () => void;
}) {
  switch (dialog.name) {
    case "share":
      return <ShareDialog rules={rules} settings={current} dropped={dropped} onClose={onClose} />;
    case "open-link":
      return (
        <OpenLinkDialog
          fragment={dialog.fragment}
          rules={rules}
          current={current}
          modelIds={modelIds}
          describe={() => "Opening it fills the prompt and parameters below. Nothing else changes."}
          onApply={({ settings }) => onApply(settings)}
          onClose={onClose}
        />
      );
    case "presets":
      // A preset contains the model and the parameters; the current prompt stays.
      return (
        <PresetsDialog
          rules={rules}
          current={{ ...current, system: "" }}
          builtIn={[]}
          onApply={(settings) => onApply({ ...settings, system: current.system })}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}
