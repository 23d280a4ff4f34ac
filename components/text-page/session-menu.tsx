"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { writeColumns } from "#lib/playground/compare/column-places.ts";
import { setZoneOpen } from "#lib/playground/shell/preferences.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { attachToMessage } from "../composer/attach-to-message.ts";
import { usePageDrop } from "../composer/use-page-drop.ts";
import { MoreMenu } from "../more-menu/more-menu.tsx";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";
import type { SessionDialog } from "../sharing/session-dialogs.tsx";
import { useShareLink } from "../sharing/use-share-link.ts";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/toast.tsx";
import type { TextPageDefinition } from "./text-page-definition.ts";

type Exports = typeof import("../sharing/save-conversation.ts");
const SessionDialogs = dynamic(() => import("../sharing/session-dialogs.tsx").then((module) => module.SessionDialogs));

/** Menu for the open conversation and the text page's history. Other components add entries with `useMenuEntries`. */
export function SessionMenu({
  definition,
  signedIn,
  modelId,
  modelIds,
}: {
  definition: TextPageDefinition;
  signedIn: boolean;
  /** ID of this page's model. */
  modelId: string | undefined;
  /** IDs of all models that the gateway lists, including those that this page does not offer. */
  modelIds: readonly string[];
}) {
  const chat = useChat();
  const router = useRouter();
  const { page } = definition.dialect;
  // A demo run is not the user's conversation: it cannot be shared or continued.
  const empty = useChatState(
    ({ session }) => session.transcript.children.root === undefined || session.recordedAt !== undefined,
  );
  const none = useChatState((state) => state.sessions.length === 0);
  const running = useChatState((state) => runningTurn(state)?.exchangeId);
  const [dialog, setDialog] = useState<SessionDialog>();
  const openLink = useCallback((fragment: string) => setDialog({ name: "open-link", fragment }), []);
  useShareLink({ signedIn, onLink: openLink });
  useImportDrop(setDialog);
  const entries = useMemo((): MenuEntry[] => {
    const open = (id: string, label: string, wanted: SessionDialog) => ({ id, label, run: () => setDialog(wanted) });
    const save = (id: string, label: string, how: (exports: Exports) => unknown) => ({
      id,
      label,
      enabled: !empty,
      keywords: "export download file",
      run: () => void import("../sharing/save-conversation.ts").then(how),
    });
    return [
      { ...open("share-link", "Share…", { name: "share" }), group: "Share", keywords: "copy address url" },
      {
        id: "live-link",
        label: "Live link…",
        group: "Share",
        keywords: "watch qr code public",
        enabled: running !== undefined,
        run: () => running !== undefined && setDialog({ name: "live-link", exchangeId: running }),
      },
      { ...save("export-markdown", "Save as Markdown", (exports) => exports.saveMarkdown(chat)), group: "Share" },
      {
        ...save("export-json", "Save as JSON", ({ hasFiles, saveJson }) =>
          hasFiles(chat) ? setDialog({ name: "save-json" }) : saveJson(chat),
        ),
        group: "Share",
      },
      { ...save("export-zip", "Save as ZIP with files", (exports) => exports.saveZip(chat)), group: "Share" },
      { ...save("export-har", "Save requests as HAR", (exports) => exports.saveHar(chat)), group: "Share" },
      { ...save("export-curl", "Save request as curl", (exports) => exports.saveCurl(chat)), group: "Share" },
      {
        id: "print",
        label: "Print…",
        group: "Share",
        keywords: "paper pdf",
        enabled: !empty,
        // After the menu has closed.
        run: () => setTimeout(() => window.print()),
      },
      { ...open("import", "Import…", { name: "import" }), group: "Share", keywords: "open file har json request body" },
      {
        id: "compare",
        label: "Compare with another model",
        group: "Conversation",
        keywords: "side by side columns",
        run: () => router.push(`/compare#${writeColumns([{ page, model: modelId }, { page }])}`),
      },
      {
        id: "open-inspector",
        label: "Inspector",
        group: "Conversation",
        keywords: "raw request response events headers network log",
        run: () => setZoneOpen("wire", true),
      },
      { ...open("presets", "Presets…", { name: "presets" }), group: "Settings", keywords: "save settings default" },
      {
        ...save("export-all", "Save all conversations", (exports) => exports.saveAll(chat)),
        group: "History",
        enabled: !none,
      },
      {
        ...open("delete-all", "Delete all conversations…", { name: "delete-all" }),
        group: "History",
        enabled: !none,
        destructive: true,
      },
    ];
  }, [chat, empty, none, running, page, router, modelId]);
  useMenuEntries(entries);
  return (
    <>
      {!empty && (
        <Button
          size="small"
          variant="ghost"
          className="text-muted-foreground max-md:hidden"
          onClick={() => setDialog({ name: "share" })}
        >
          Share
        </Button>
      )}
      <MoreMenu />
      {dialog && (
        <SessionDialogs
          dialog={dialog}
          modelIds={modelIds}
          builtIn={definition.demos}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

/**
 * Imports a conversation that is dropped on the page outside the message field, and attaches other files. A
 * conversation dropped on the field is attached, with an offer to import it.
 */
function useImportDrop(onImport: (dialog: SessionDialog) => void): void {
  usePageDrop(async (files, taken) => {
    const [file] = files;
    const { canImport } = await import("#lib/playground/sharing/imports/read-import.ts");
    const text = file && /\.(json|har)$/i.test(file.name) ? await file.text().catch(() => "") : "";
    const action = { label: "Import", run: () => onImport({ name: "import", text }) };
    if (!file || !canImport(text)) {
      if (!taken) attachToMessage(files);
    } else if (taken) showToast({ title: `${file.name} can also be opened as a conversation`, action });
    else action.run();
  });
}
