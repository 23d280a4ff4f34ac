"use client";

import { useEffect, useState } from "react";
import { compareSettings } from "#lib/playground/sharing/compare-settings.ts";
import { makeSession } from "#lib/playground/sharing/make-session.ts";
import { fromPlainTurns } from "#lib/playground/sharing/plain-turns.ts";
import { type ReadLink, readShareLink } from "#lib/playground/sharing/share-link.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SettingChanges } from "./setting-changes.tsx";

/** Shows what a shared link would change. Nothing is applied before it is asked for, and nothing is sent at all. */
export function OpenLinkDialog({
  fragment,
  modelIds,
  onClose,
}: {
  fragment: string;
  modelIds: readonly string[];
  onClose: () => void;
}) {
  const { dialect } = useChat();
  const [read, setRead] = useState<ReadLink>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    readShareLink(fragment, dialect).then(setRead, (error: Error) => setProblem(error.message));
  }, [fragment, dialect]);
  return (
    <ModalDialog
      open={read !== undefined || problem !== undefined}
      onClose={onClose}
      title="Open a shared link"
      className="w-[40rem]"
    >
      {read && <LinkContents link={read} modelIds={modelIds} onClose={onClose} />}
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

function LinkContents({
  link,
  modelIds,
  onClose,
}: {
  link: ReadLink;
  modelIds: readonly string[];
  onClose: () => void;
}) {
  const chat = useChat();
  const current = useChatState((state) => state.session.settings);
  const { settings, turns, problems } = link;
  const changes = compareSettings(current, settings, chat.dialect);
  const missing = settings.model !== undefined && modelIds.length > 0 && !modelIds.includes(settings.model);
  const apply = () => {
    const made = fromPlainTurns(turns, settings.model);
    chat.adopt(makeSession({ page: chat.dialect.page, settings, turns: made }));
    onClose();
    document.querySelector<HTMLElement>("#composer")?.focus();
  };
  return (
    <>
      <p className="text-muted-foreground">
        {turns.length > 0
          ? `It holds a conversation of ${turns.length} ${turns.length === 1 ? "turn" : "turns"}, which opens as a new one here, with the settings below.`
          : "It opens as a new conversation with these settings."}{" "}
        Nothing is sent to a model.
      </p>
      {changes.length > 0 ? <SettingChanges changes={changes} /> : <p>The settings are those that you have already.</p>}
      <ProblemList
        title="Not taken over"
        problems={[
          ...(missing
            ? [`The model ${settings.model} is not listed by this gateway: choose another before you send.`]
            : []),
          ...problems,
        ]}
      />
      <div className="flex justify-end gap-2">
        <Button className="pointer-coarse:h-10" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" className="pointer-coarse:h-10" onClick={apply}>
          Open
        </Button>
      </div>
    </>
  );
}
