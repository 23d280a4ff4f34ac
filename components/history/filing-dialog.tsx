"use client";

import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { CONVERSATION_LIMITS } from "#lib/contract/stored-conversation.ts";
import { listLabels, readFiling, toLabel, toTags } from "#lib/playground/history/filing.ts";
import type { SessionSummary } from "#lib/playground/history/history.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { FIELD } from "../ui/text-field.tsx";

/** Puts a conversation into a folder and tags it, with the folders and tags of the others to choose from. */
export function FilingDialog({ session, onClose }: { session: SessionSummary; onClose: () => void }) {
  const chat = useChat();
  const known = listLabels(useChatState((state) => state.sessions));
  const [folder, setFolder] = useState(session.folder ?? "");
  const [tags, setTags] = useState<readonly string[]>(readFiling(session).tags);
  const [tag, setTag] = useState("");
  const withTag = toTags([...tags, tag]);
  const isFull = tags.length >= CONVERSATION_LIMITS.tags;

  function addTag(): void {
    setTags(withTag);
    setTag("");
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    void chat.file(session.id, { folder: toLabel(folder), tags: withTag });
    onClose();
  }

  return (
    <ModalDialog open title="Folder and tags" className="w-[26rem]" onClose={onClose}>
      <form onSubmit={save} className="flex flex-col gap-4">
        <p className="truncate text-muted-foreground text-[13px]">{session.title}</p>
        <LabelField label="Folder" value={folder} names={known.folders} onChange={setFolder} />
        <div className="flex flex-col gap-2">
          <div className="flex items-end gap-2">
            <LabelField
              label="Add a tag"
              value={tag}
              names={known.tags.filter((name) => !tags.includes(name))}
              disabled={isFull}
              onChange={setTag}
              onEnter={addTag}
            />
            <Button disabled={isFull || toLabel(tag) === ""} onClick={addTag}>
              Add
            </Button>
          </div>
          {isFull && <p className="text-muted-foreground text-xs">A conversation has at most {tags.length} tags.</p>}
          {tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
              {tags.map((name) => (
                <li key={name} className="flex min-w-0 items-center gap-1 rounded-lg bg-muted pl-2.5 text-[13px]">
                  <span className="truncate">{name}</span>
                  <IconButton
                    size="small"
                    label={`Remove the tag ${name}`}
                    onClick={() => setTags(tags.filter((other) => other !== name))}
                  >
                    <X />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </div>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogButtons>
      </form>
    </ModalDialog>
  );
}

/** A line for a name, with the names in use to choose from. */
function LabelField({
  label,
  value,
  names,
  disabled,
  onChange,
  onEnter,
}: {
  label: string;
  value: string;
  names: readonly string[];
  disabled?: boolean;
  onChange: (value: string) => void;
  /** Called for Enter in a field that is not empty, which then does not save. */
  onEnter?: () => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-[13px]">
        {label}
      </label>
      <input
        id={id}
        list={`${id}-names`}
        maxLength={CONVERSATION_LIMITS.folder}
        autoComplete="off"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (!onEnter || event.key !== "Enter" || event.nativeEvent.isComposing || toLabel(value) === "") return;
          event.preventDefault();
          onEnter();
        }}
        className={FIELD}
      />
      <datalist id={`${id}-names`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
