"use client";

import { type FormEvent, useState } from "react";
import { createPrompt } from "#app/(playground)/prompts/_model/prompts-api.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { StoredPrompt } from "#lib/contract/stored-prompt.ts";

/** Creates a prompt with a first message, to be edited then. */
export function NewPromptDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (prompt: StoredPrompt) => void;
}) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const definition = { messages: [{ role: "user", content: "Write about {{topic}}." }] };
      onCreated(await createPrompt({ name: name.trim(), description, definition }));
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : "The gateway didn’t respond.");
      setSaving(false);
    }
  };
  return (
    <ModalDialog open onClose={onClose} title="New prompt" className="w-[28rem]">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          name="name"
          label="Name"
          help="Code calls the prompt by it. Slashes group names: support/reply."
          value={name}
          placeholder="support/reply"
          autoFocus
          isInvalid={problem !== undefined}
          describedBy={problem ? "new-prompt-problem" : undefined}
          onChange={setName}
        />
        <TextField
          name="description"
          label="Description (optional)"
          value={description}
          isInvalid={false}
          describedBy={undefined}
          onChange={setDescription}
        />
        {problem && (
          <p id="new-prompt-problem" role="alert" className="text-[13px] text-destructive">
            {problem}
          </p>
        )}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" variant="primary" disabled={isSaving || name.trim() === ""}>
            Create prompt
          </Button>
        </DialogButtons>
      </form>
    </ModalDialog>
  );
}
