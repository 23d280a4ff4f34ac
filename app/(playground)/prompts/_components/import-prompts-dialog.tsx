"use client";

import { useState } from "react";
import { importPrompts } from "#app/(playground)/prompts/_model/prompts-api.ts";
import { ImportSource } from "#components/sharing/import-source.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { useAttempt } from "#components/use-attempt.ts";
import type { PromptImport, PromptSkipReason } from "#lib/contract/stored-prompt.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";

const REASONS: Record<PromptSkipReason, string> = {
  file: "Its text is in another file. Put the text into this one.",
  template: "It has filters or conditions, which prompts here don’t have.",
  empty: "It has no text.",
  content: "It has parts that aren’t text.",
  invalid: "A field is invalid.",
  name_taken: "You have a prompt of this name.",
  id_taken: "There is a prompt with this ID.",
};

/** Imports the prompts of a file, and lists those that were skipped with the reason. */
export function ImportPromptsDialog({
  onImported,
  onClose,
}: {
  onImported: (imported: PromptImport) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [unreadable, setUnreadable] = useState<string>();
  const { busy, problem = unreadable, attempt } = useAttempt();
  const [imported, setImported] = useState<PromptImport>();
  const submit = () =>
    attempt(async () => {
      const reply = await importPrompts(text);
      setImported(reply);
      onImported(reply);
    });
  return (
    <ModalDialog open onClose={onClose} title="Import prompts" className="w-[40rem]">
      {imported ? (
        <>
          <Result imported={imported} />
          <Button variant="primary" className="self-end" onClick={onClose}>
            Done
          </Button>
        </>
      ) : (
        <>
          <ImportSource
            text={text}
            label="Prompts to import"
            hint="Paste or choose a Promptfoo config (YAML or JSON), or OpenAI’s prompts as JSON."
            placeholder={"prompts:\n  - label: translate\n    raw: 'Translate to {{language}}: {{text}}'"}
            accept=".yaml,.yml,.json,application/json"
            onText={(next) => {
              setText(next);
              setUnreadable(undefined);
            }}
            onProblem={setUnreadable}
          />
          {problem && (
            <p role="alert" className="break-words text-[13px] text-destructive">
              {problem}
            </p>
          )}
          <DialogButtons onCancel={onClose}>
            <Button variant="primary" disabled={busy || text.trim() === ""} onClick={() => void submit()}>
              {busy ? "Importing…" : "Import"}
            </Button>
          </DialogButtons>
        </>
      )}
    </ModalDialog>
  );
}

function Result({ imported: { created, skipped } }: { imported: PromptImport }) {
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto">
      <p role="status">
        Imported {countOf(created.length, "prompt")}
        {skipped.length > 0 && `, skipped ${skipped.length}`}.
      </p>
      {skipped.length > 0 && (
        <ul aria-label="Skipped prompts" className="flex flex-col divide-y divide-border/60 rounded-xl border">
          {skipped.map(({ name, reason, detail }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two prompts can have one name.
            <li key={index} className="flex flex-col px-3 py-2 text-[13px] [overflow-wrap:anywhere]">
              <span className="font-medium">{name}</span>
              <span className="text-muted-foreground">{detail ?? REASONS[reason]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
