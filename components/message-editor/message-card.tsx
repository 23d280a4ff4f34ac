"use client";

import { clsx } from "clsx";
import { Info } from "lucide-react";
import { memo } from "react";
import { addPart } from "#lib/playground/conversation/message-edits.ts";
import { type EditableMessage, listLosses } from "#lib/playground/conversation/message-list.ts";
import type { MessageProblem } from "#lib/playground/conversation/message-problems.ts";
import { roleLabel } from "#lib/playground/conversation/message-rules.ts";
import type { ToolCall } from "#lib/playground/conversation/model-response.ts";
import { readFileAsAttachment } from "#lib/playground/files/attachments.ts";
import { useChat } from "../chat/chat-context.tsx";
import { useIntake } from "../composer/use-intake.ts";
import { AddPart } from "./add-part.tsx";
import { CardHeader } from "./card-header.tsx";
import { useMessageEditing } from "./editor-context.ts";
import { PartRow } from "./part-row.tsx";
import { ProblemLine } from "./problem-line.tsx";

/** One message: its role, its parts in order, and its problems. Accepts pasted and dropped files. */
export const MessageCard = memo(function MessageCard({
  message,
  place,
  count,
  calls,
  problems,
}: {
  message: EditableMessage;
  place: number;
  count: number;
  calls: readonly ToolCall[];
  problems: readonly MessageProblem[];
}) {
  const chat = useChat();
  const { rules, change } = useMessageEditing();
  const { key, role, parts } = message;
  const losses = listLosses(message);
  const { intake, problem, dragging, dropHandlers } = useIntake(async (file) => {
    const { attachment, bytes } = await readFileAsAttachment(file);
    await chat.saveAttachment(attachment.sha256, bytes);
    change((list) => addPart(list, key, { type: "file", attachment }).list);
  });
  const takesFiles = role === "user";
  return (
    <li
      data-message={key}
      aria-label={`Message ${place + 1}: ${roleLabel(rules, role)}`}
      className={clsx(
        "rounded-2xl border bg-card pb-2 transition-colors focus-within:border-foreground/25",
        (role === "system" || role === "developer") && "border-dashed",
        dragging && takesFiles && "border-accent border-dashed",
        problems.some(({ kind }) => kind === "error") && "!border-destructive/50",
      )}
      {...(takesFiles ? dropHandlers : {})}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files];
        if (!takesFiles || pasted.length === 0) return;
        event.preventDefault();
        intake(pasted);
      }}
    >
      <CardHeader message={message} place={place} count={count} />
      <ul className="flex flex-col gap-1.5 px-1.5">
        {parts.map((part, index) => (
          <PartRow
            key={part.id}
            messageKey={key}
            part={part}
            place={index}
            count={parts.length}
            calls={calls}
            problems={problems.filter((found) => found.part === part.id)}
          />
        ))}
      </ul>
      {losses.length > 0 && (
        <p className="flex items-start gap-1.5 px-4 pt-1 text-[13px] text-muted-foreground leading-[18px]">
          <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          The edited response is sent without {losses.join(" and ")}. The old version still has them.
        </p>
      )}
      <div className="flex flex-col gap-1 px-4 pt-1 empty:hidden">
        {problems.flatMap((found) => (found.part ? [] : <ProblemLine key={found.text} problem={found} />))}
        {problem && <ProblemLine problem={{ key, kind: "error", text: problem }} />}
      </div>
      <AddPart messageKey={key} role={role} onFiles={intake} />
    </li>
  );
});
