"use client";

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { movePart, removePart } from "#lib/playground/conversation/message-edits.ts";
import type { MessagePart } from "#lib/playground/conversation/message-list.ts";
import type { MessageProblem } from "#lib/playground/conversation/message-problems.ts";
import type { ToolCall } from "#lib/playground/conversation/model-response.ts";
import { IconButton } from "../ui/button.tsx";
import { useMessageEditing } from "./editor-context.ts";
import { PartFields } from "./part-fields.tsx";
import { ProblemLine } from "./problem-line.tsx";

const NAMES: Record<MessagePart["type"], string> = {
  text: "text",
  file: "file",
  "answer-file": "file",
  call: "call",
  result: "result",
  refusal: "refusal",
  reasoning: "reasoning",
  other: "part",
};

/** A part of a message with buttons to move and remove it, except for a message's only text. */
export function PartRow({
  messageKey,
  part,
  place,
  count,
  calls,
  problems,
}: {
  messageKey: string;
  part: MessagePart;
  place: number;
  count: number;
  /** Tool calls that a result can answer. */
  calls: readonly ToolCall[];
  problems: readonly MessageProblem[];
}) {
  const { rules, applyEdit } = useMessageEditing();
  const label = getLabel(part, rules);
  const isAlone = count === 1 && part.type === "text";
  const move = (step: 1 | -1) =>
    applyEdit((list) => ({
      list: movePart(list, messageKey, { id: part.id, step }),
      say: `Part moved to ${place + 1 + step} of ${count}`,
    }));
  return (
    <li data-part={part.id} className="flex flex-col gap-1">
      {label && <div className="group-title px-2.5">{label}</div>}
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <PartFields messageKey={messageKey} part={part} calls={calls} />
        </div>
        {!isAlone && (
          <span className="flex shrink-0 items-center pt-1">
            {count > 1 && (
              <>
                <IconButton
                  label={`Move ${NAMES[part.type]} up`}
                  size="small"
                  disabled={place === 0}
                  onClick={() => move(-1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Move ${NAMES[part.type]} down`}
                  size="small"
                  disabled={place === count - 1}
                  onClick={() => move(1)}
                >
                  <ArrowDown />
                </IconButton>
              </>
            )}
            <IconButton
              label={`Remove ${NAMES[part.type]}`}
              size="small"
              onClick={() =>
                applyEdit((list) => ({
                  list: removePart(list, messageKey, part.id),
                  focus: `[data-message="${messageKey}"] [data-select]`,
                  say: "Part removed",
                }))
              }
            >
              <X />
            </IconButton>
          </span>
        )}
      </div>
      {problems.map((problem) => (
        <div key={problem.text} className="px-2.5 pb-1">
          <ProblemLine problem={problem} />
        </div>
      ))}
    </li>
  );
}

function getLabel(part: MessagePart, rules: { callName: string; resultName: string }): string | undefined {
  switch (part.type) {
    case "call":
      return rules.callName;
    case "result":
      return rules.resultName;
    case "reasoning":
      return "Reasoning";
    case "refusal":
      return "Refusal";
    default:
      return undefined;
  }
}
