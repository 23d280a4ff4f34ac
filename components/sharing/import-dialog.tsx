"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { PAGE_NAMES } from "#lib/playground/conversion/page-names.ts";
import type { Imported } from "#lib/playground/sharing/imports/import-file.ts";
import { readImport } from "#lib/playground/sharing/imports/read-import.ts";
import { storeImport } from "#lib/playground/sharing/imports/store-import.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { showToast } from "../ui/toast.tsx";
import { ImportSource } from "./import-source.tsx";
import { ProblemList } from "./problem-list.tsx";

/** Imports a file or a pasted request body as conversations. Shows the contents before anything is saved. */
export function ImportDialog({
  given,
  onClose,
}: {
  /** Text dropped on the page. */ given?: string;
  onClose: () => void;
}) {
  const chat = useChat();
  const [text, setText] = useState(given ?? "");
  const [read, setRead] = useState<Imported>();
  const [problem, setProblem] = useState<string>();
  const { page } = chat.dialect;

  useEffect(() => {
    let current = true;
    setRead(undefined);
    setProblem(undefined);
    if (text.trim() === "") return;
    readImport(text, page).then(
      (imported) => current && setRead(imported),
      (error: Error) => current && setProblem(error.message),
    );
    return () => {
      current = false;
    };
  }, [text, page]);

  async function readArchive(file: File): Promise<void> {
    setText("");
    try {
      const { readConversationZip } = await import("#lib/playground/sharing/exports/conversation-archive.ts");
      setRead(await readConversationZip(file));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : `${file.name} can’t be read.`);
    }
  }

  return (
    <ModalDialog open onClose={onClose} title="Import" className="w-[40rem]">
      <ImportSource
        text={text}
        hint="Choose an exported file (.json, .zip), a .har recording, or paste a request body."
        placeholder={'{"messages": [{"role": "user", "content": "Hello"}]}'}
        accept=".json,.har,.zip,application/json,application/zip"
        onText={setText}
        onArchive={(file) => void readArchive(file)}
        onProblem={setProblem}
      />
      {problem && (
        <p role="alert" className="break-words text-destructive">
          {problem}
        </p>
      )}
      {read && <Contents imported={read} onClose={onClose} />}
    </ModalDialog>
  );
}

function Contents({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const chat = useChat();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const { conversations, presets, problems } = imported;
  const nothing = conversations.length + presets.length === 0;

  async function keep(): Promise<void> {
    setBusy(true);
    const { page } = chat.dialect;
    try {
      const stored = await storeImport(imported);
      const first = stored.find((session) => session.page === page) ?? stored[0];
      onClose();
      if (!first || stored.length > 1) showToast({ title: `Imported: ${describe(imported)}`, kind: "success" });
      if (first?.page === page) chat.adopt(first);
      else if (first) router.push(`/${first.page}?session=${first.id}`);
    } catch (error) {
      setBusy(false);
      const detail = error instanceof Error ? error.message : "The browser refused to save it.";
      showToast({ title: "Couldn’t save the import", detail, kind: "error" });
    }
  }

  return (
    <>
      <ul
        aria-label="Contents"
        className="flex max-h-52 flex-col divide-y divide-border/60 overflow-y-auto rounded-xl border"
      >
        {conversations.map((session) => {
          const count = Object.keys(session.transcript.turns).length;
          return (
            <li key={session.id} className="flex items-baseline justify-between gap-3 px-3 py-2 text-[13px]">
              <span className="truncate">{session.title}</span>
              <span className="shrink-0 text-muted-foreground">
                {PAGE_NAMES[session.page]} · {formatCount(count)} {count === 1 ? "turn" : "turns"}
              </span>
            </li>
          );
        })}
        {presets.map((preset) => (
          <li key={preset.id} className="flex items-baseline justify-between gap-3 px-3 py-2 text-[13px]">
            <span className="truncate">{preset.name}</span>
            <span className="shrink-0 text-muted-foreground">{PAGE_NAMES[preset.page]} · preset</span>
          </li>
        ))}
        {nothing && <li className="px-3 py-2 text-[13px] text-muted-foreground">Nothing to import.</li>}
      </ul>
      <ProblemList title="Ignored or changed" problems={problems} />
      <DialogButtons onCancel={onClose}>
        <Button variant="primary" disabled={busy || nothing} onClick={() => void keep()}>
          Import
        </Button>
      </DialogButtons>
    </>
  );
}

function describe({ conversations, presets }: Imported): string {
  const parts = [
    ...(conversations.length > 0
      ? [`${conversations.length} conversation${conversations.length === 1 ? "" : "s"}`]
      : []),
    ...(presets.length > 0 ? [`${presets.length} preset${presets.length === 1 ? "" : "s"}`] : []),
  ];
  return parts.join(" and ");
}
