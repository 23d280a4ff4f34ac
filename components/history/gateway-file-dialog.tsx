"use client";

import { Download, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { type ImportReport, importConversations } from "#lib/playground/history/sync/import-conversations.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";
import { ProblemList } from "../sharing/problem-list.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";

/** Saves all conversations of the gateway as one file, and stores those of such a file. */
export function GatewayFileDialog({ onImported, onClose }: { onImported: () => void; onClose: () => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<string>();
  const [report, setReport] = useState<ImportReport>();
  const [problem, setProblem] = useState<string>();

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    setReport(undefined);
    setProblem(undefined);
    setProgress("Reading the file…");
    try {
      const onProgress = (done: number, all: number) => setProgress(`Importing ${done + 1} of ${all}…`);
      setReport(await importConversations(await file.text(), { onProgress }));
    } catch (failure) {
      setProblem((failure as Error).message);
    }
    setProgress(undefined);
    // Also after a failure: those before it are stored.
    onImported();
  }

  return (
    <ModalDialog open title="Export and import" className="w-[28rem]" onClose={onClose}>
      <p className="text-muted-foreground text-[13px]">
        One JSON file has the conversations of all text pages that are on the gateway, with folders and tags. An import
        overwrites nothing.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/api/conversations/export" prefetch={false} download="conversations.json">
          <Download aria-hidden /> Export all
        </ButtonLink>
        <Button disabled={progress !== undefined} onClick={() => picker.current?.click()}>
          <FileUp aria-hidden /> Import a file
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label="File to import"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = "";
          }}
        />
      </div>
      <p role="status" className="text-[13px] empty:hidden">
        {progress ?? (report && describe(report))}
      </p>
      {problem && (
        <p role="alert" className="break-words text-[13px] text-destructive">
          {problem}
        </p>
      )}
      {report && <ProblemList title="Not imported" problems={report.problems} />}
    </ModalDialog>
  );
}

function describe({ created, unchanged }: ImportReport): string {
  const already = unchanged === 0 ? "" : `, ${unchanged} there already`;
  return `Imported ${countOf(created, "conversation")}${already}.`;
}
