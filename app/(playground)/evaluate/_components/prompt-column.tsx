"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DraftColumn } from "#app/(playground)/evaluate/_model/draft.ts";
import { fromPrompt } from "#app/(playground)/evaluate/_model/from-prompt.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import { listPrompts, listVersions, readVersion } from "#lib/playground/prompts/read-prompts.ts";

/** Dialog that copies a version of a stored prompt into a new column. */
export function PromptColumn({
  model,
  onColumn,
  onClose,
}: {
  /** Model for a prompt that names none. */
  model: string;
  onColumn: (column: DraftColumn, left: string[]) => void;
  onClose: () => void;
}) {
  const prompts = useQuery({
    queryKey: ["evaluate", "prompts"],
    queryFn: ({ signal }) => listPrompts(signal),
  });
  const [chosen, setChosen] = useState<string>();
  const id = chosen ?? prompts.data?.data[0]?.id;
  const versions = useQuery({
    queryKey: ["evaluate", "prompts", id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => listVersions(id ?? "", signal),
  });
  const [chosenVersion, setChosenVersion] = useState<string>();
  const version = chosenVersion ?? String(versions.data?.data[0]?.version ?? "");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function take(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { column, left } = fromPrompt(await readVersion(id ?? "", Number(version)), model);
      onColumn(column, left);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  const failure = problem ?? (prompts.error ?? versions.error)?.message;
  return (
    <ModalDialog open onClose={onClose} title="Column from a prompt" className="w-[28rem]">
      <p className="text-[13px] text-muted-foreground">
        Copies a version of a stored prompt. Its variables are the fields of the rows.
      </p>
      {prompts.data?.data.length === 0 ? (
        <p className="text-[13px]">No prompts are stored yet.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {prompts.data && id !== undefined && (
            <Select
              label="Prompt"
              options={prompts.data.data.map(({ id: value, name }) => ({ value, label: name }))}
              value={id}
              onChange={(next) => {
                setChosen(next);
                setChosenVersion(undefined);
              }}
            />
          )}
          {versions.data && (
            <Select
              label="Version"
              options={versions.data.data.map(({ version: number, labels }) => ({
                value: String(number),
                label: labels.length > 0 ? `${number} (${labels.join(", ")})` : String(number),
              }))}
              value={version}
              onChange={setChosenVersion}
            />
          )}
        </div>
      )}
      {failure && (
        <p role="alert" className="text-[13px] text-destructive [overflow-wrap:anywhere]">
          {failure}
        </p>
      )}
      <DialogButtons cancel="Cancel" onCancel={onClose}>
        <Button variant="primary" disabled={busy || version === ""} onClick={() => void take()}>
          Add column
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
