"use client";

import { useState } from "react";
import { importLog } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { EvaluationImport } from "#lib/contract/evaluation.ts";

/** Takes rows from recorded requests of the log. */
export function LogRows({ onRows }: { onRows: (imported: EvaluationImport) => void }) {
  const [open, setOpen] = useState(false);
  const [model, setModel] = useState("");
  const [limit, setLimit] = useState("100");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function read(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const imported = await importLog({ limit: Number(limit), ...(model === "" ? {} : { model }) });
      if (imported.definition.rows.length === 0)
        setProblem("No recorded request has text. Bodies are recorded when `requestLog.bodies` is set.");
      else {
        onRows(imported);
        setOpen(false);
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  const plain = { isInvalid: false, describedBy: undefined };
  return (
    <>
      <Button onClick={() => setOpen(true)}>From the log</Button>
      {open && (
        <ModalDialog open onClose={() => setOpen(false)} title="Rows from the request log" className="w-[28rem]">
          <p className="text-[13px] text-muted-foreground">
            Takes recorded requests that succeeded, with the fields <code>system</code>, <code>input</code> and{" "}
            <code>output</code>.
          </p>
          <TextField {...plain} name="model" label="Model" value={model} placeholder="All models" onChange={setModel} />
          <TextField {...plain} name="limit" label="Rows at most" value={limit} onChange={setLimit} />
          {problem && (
            <p role="alert" className="text-[13px] text-destructive">
              {problem}
            </p>
          )}
          <DialogButtons cancel="Cancel" onCancel={() => setOpen(false)}>
            <Button variant="primary" disabled={busy} onClick={() => void read()}>
              {busy ? "Reading…" : "Use rows"}
            </Button>
          </DialogButtons>
        </ModalDialog>
      )}
    </>
  );
}
