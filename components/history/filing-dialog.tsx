"use client";

import { X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { CONVERSATION_LIMITS } from "#lib/contract/stored-conversation.ts";
import { listLabels, readFiling, toLabel, toTags } from "#lib/playground/history/filing.ts";
import type { SessionSummary } from "#lib/playground/history/history.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { SuggestField } from "../ui/suggest-field.tsx";

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

  /** Enter in a field that is not empty adds the tag, and does not save. */
  function addOnEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || toLabel(tag) === "") return;
    event.preventDefault();
    addTag();
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
        <SuggestField
          label="Folder"
          value={folder}
          suggestions={known.folders}
          maxLength={CONVERSATION_LIMITS.folder}
          onChange={setFolder}
        />
        <div className="flex flex-col gap-2">
          <div className="flex items-end gap-2">
            <SuggestField
              label="Add a tag"
              value={tag}
              suggestions={known.tags.filter((name) => !tags.includes(name))}
              maxLength={CONVERSATION_LIMITS.folder}
              disabled={isFull}
              onChange={setTag}
              onKeyDown={addOnEnter}
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
