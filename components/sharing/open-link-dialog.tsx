"use client";

import { useEffect, useState } from "react";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { compareSettings } from "#lib/playground/sharing/compare-settings.ts";
import { type ReadLink, readShareLink } from "#lib/playground/sharing/share-link.ts";
import { loadShare } from "#lib/playground/sharing/stored-share.ts";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SettingChanges } from "./setting-changes.tsx";

type Opening = {
  rules: SettingsRules;
  /** Current settings. */
  current: ChatSettings;
  modelIds: readonly string[];
  /** Describes the effect of opening the link. */
  describe: (link: ReadLink) => string;
  onApply: (link: ReadLink) => void;
  onClose: () => void;
};

/** Previews the changes of a shared link. Nothing is applied before confirmation, and nothing is sent. */
export function OpenLinkDialog({ fragment, ...opening }: Opening & { fragment: string }) {
  const { rules, onClose } = opening;
  const [read, setRead] = useState<ReadLink>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    loadShare(fragment)
      .then((whole) => readShareLink(whole, rules))
      .then(setRead, (error: Error) => setProblem(error.message));
  }, [fragment, rules]);
  return (
    <ModalDialog
      open={read !== undefined || problem !== undefined}
      onClose={onClose}
      title="Open a shared link"
      className="w-[40rem]"
    >
      {read && <LinkContents link={read} {...opening} />}
      {problem && (
        <>
          <p role="alert" className="text-destructive">
            {problem}
          </p>
          <Button className="self-end" onClick={onClose}>
            Close
          </Button>
        </>
      )}
    </ModalDialog>
  );
}

function LinkContents({ link, rules, current, modelIds, describe, onApply, onClose }: Opening & { link: ReadLink }) {
  const { settings, problems } = link;
  const changes = compareSettings(current, settings, rules);
  const missing = settings.model !== undefined && modelIds.length > 0 && !modelIds.includes(settings.model);
  const apply = () => {
    onApply(link);
    onClose();
    document.querySelector<HTMLElement>("#composer")?.focus();
  };
  return (
    <>
      <p className="text-muted-foreground">{describe(link)} Nothing is sent until you send a message.</p>
      {changes.length > 0 ? <SettingChanges changes={changes} /> : <p>Same as your current settings.</p>}
      <ProblemList
        title="Ignored"
        problems={[
          ...(missing
            ? [`The model ${settings.model} is not available on this gateway. Choose another before you send.`]
            : []),
          ...problems,
        ]}
      />
      <DialogButtons onCancel={onClose}>
        <Button variant="primary" onClick={apply}>
          Open
        </Button>
      </DialogButtons>
    </>
  );
}
