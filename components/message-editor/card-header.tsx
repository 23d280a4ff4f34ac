"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import {
  changeRole,
  insertMessage,
  moveMessage,
  nextRole,
  removeMessage,
} from "#lib/playground/conversation/message-edits.ts";
import {
  type EditableMessage,
  isChanged,
  type MessageList,
  type MessageRole,
} from "#lib/playground/conversation/message-list.ts";
import { IconButton } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { useMessageEditing } from "./editor-context.ts";

/** Header of a message card: its role, whether it was changed, and its actions. */
export function CardHeader({ message, place, count }: { message: EditableMessage; place: number; count: number }) {
  const { rules, change, applyEdit } = useMessageEditing();
  const { key, role } = message;
  const isKnown = rules.roles.some((entry) => entry.role === role);
  return (
    <header className="flex items-center gap-1 py-1.5 pr-1.5 pl-2.5">
      <Select
        label={`Role of message ${place + 1}`}
        options={[
          ...(isKnown ? [] : [{ value: role, label: role }]),
          ...rules.roles.map((entry) => ({ value: entry.role, label: entry.label })),
        ]}
        value={role}
        bare
        className="h-7 font-mono pointer-coarse:h-9"
        onChange={(next) => {
          if (rules.roles.some((entry) => entry.role === next)) change((list) => changeRole(list, key, next));
        }}
      />
      {isChanged(message) && (
        <span className="shrink-0 rounded-full border px-1.5 text-xs text-muted-foreground leading-4">
          {message.origin ? "changed" : "new"}
        </span>
      )}
      <span className="ml-auto flex shrink-0 items-center">
        <IconButton
          label="Move up"
          keys="Alt+↑"
          size="small"
          disabled={place === 0}
          onClick={() => applyEdit((list) => moveWithFocus(list, key, -1))}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          label="Move down"
          keys="Alt+↓"
          size="small"
          disabled={place === count - 1}
          onClick={() => applyEdit((list) => moveWithFocus(list, key, 1))}
        >
          <ArrowDown />
        </IconButton>
        <IconButton
          label="Add a message below"
          size="small"
          onClick={() => applyEdit((list) => insertWithFocus(list, { after: key }))}
        >
          <Plus />
        </IconButton>
        <IconButton
          label="Remove message"
          size="small"
          onClick={() =>
            applyEdit((list) => {
              const rest = removeMessage(list, key);
              const near = rest[Math.min(place, rest.length - 1)];
              const focus = near ? `[data-message="${near.key}"] [data-select]` : "[data-add] button";
              return { list: rest, focus, say: `Message ${place + 1} removed` };
            })
          }
        >
          <Trash2 />
        </IconButton>
      </span>
    </header>
  );
}

export function moveWithFocus(list: MessageList, key: string, step: 1 | -1) {
  const moved = moveMessage(list, key, step);
  const to = moved.findIndex((message) => message.key === key) + 1;
  return { list: moved, say: moved === list ? undefined : `Message moved to ${to} of ${list.length}` };
}

/** Inserts a message and announces it. Without a role, the message gets the role whose turn it is. */
export function insertWithFocus(list: MessageList, { role, after }: { role?: MessageRole; after?: string }) {
  const before = after === undefined ? list : list.slice(0, list.findIndex(({ key }) => key === after) + 1);
  const inserted = insertMessage(list, { role: role ?? nextRole(before), after });
  return {
    list: inserted.list,
    focus: `[data-message="${inserted.key}"] textarea`,
    say: "Message added",
  };
}
