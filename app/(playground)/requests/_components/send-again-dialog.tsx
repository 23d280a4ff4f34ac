"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { ModelPicker } from "#components/model-picker/model-picker.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { DialectDot } from "#components/ui/dialect-dot.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { type ColumnPlace, MAXIMUM_COLUMNS, MINIMUM_COLUMNS } from "#lib/playground/compare/column-places.ts";
import { PAGE_NAMES, TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";

type Row = ColumnPlace & { id: number };

/** Dialog for the models and API formats to which a recorded request is sent again, side by side. */
export function SendAgainDialog({
  first,
  open,
  busy,
  onSend,
  onClose,
}: {
  /** API format and model of the recorded request. */
  first: ColumnPlace;
  open: boolean;
  busy: boolean;
  onSend: (places: ColumnPlace[]) => void;
  onClose: () => void;
}) {
  const { models, defaultModel, loading } = useCatalogue();
  const [rows, setRows] = useState<Row[]>([
    { ...first, id: 0 },
    { page: first.page, id: 1 },
  ]);
  const change = (id: number, place: Partial<ColumnPlace>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...place } : row)));
  const add = () => setRows([...rows, { page: first.page, id: Math.max(...rows.map(({ id }) => id)) + 1 }]);

  return (
    <ModalDialog open={open} onClose={onClose} title="Send again to" className="w-[34rem]">
      <p className="text-muted-foreground">
        Compare opens with the conversation in one column for each model, and its last message ready to send.
      </p>
      <ul className="flex flex-col gap-2" aria-label="Models to compare">
        {rows.map(({ id, page, model }, index) => (
          <li key={id} className="flex min-w-0 items-center gap-1 rounded-[10px] border px-1.5 py-1 max-sm:flex-wrap">
            <Select
              bare
              label={`API format of model ${index + 1}`}
              mark={<DialectDot page={page} />}
              options={TEXT_PAGES.map((candidate) => ({ value: candidate, label: PAGE_NAMES[candidate] }))}
              value={page}
              onChange={(chosen) => change(id, { page: chosen })}
            />
            <div className="flex min-w-0 flex-1">
              <ModelPicker
                shortcut={false}
                models={models}
                value={model ?? defaultModel}
                isDefault={model === undefined}
                loading={loading}
                onChange={(chosen) => change(id, chosen === undefined ? {} : { model: chosen })}
              />
            </div>
            <IconButton
              label={`Remove model ${index + 1}`}
              size="small"
              disabled={rows.length <= MINIMUM_COLUMNS}
              onClick={() => setRows(rows.filter((row) => row.id !== id))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" variant="ghost" disabled={rows.length >= MAXIMUM_COLUMNS} onClick={add}>
          <Plus aria-hidden />
          Add model
        </Button>
      </div>
      <DialogButtons onCancel={onClose}>
        <Button
          variant="primary"
          disabled={busy}
          onClick={() => onSend(rows.map(({ page, model }) => ({ page, ...(model ? { model } : {}) })))}
        >
          Open in Compare
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
