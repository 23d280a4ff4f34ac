"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { changePart } from "#lib/playground/conversation/message-edits.ts";
import type { MessagePart } from "#lib/playground/conversation/message-list.ts";
import type { ToolCall } from "#lib/playground/conversation/model-response.ts";
import { AttachmentThumb } from "../composer/attachment-thumb.tsx";
import { Select } from "../ui/select.tsx";
import { useMessageEditing } from "./editor-context.ts";

const FIELD = "w-full rounded-[10px] border border-input bg-foreground/[0.025] px-2.5 focus:border-foreground/40";

/** Fields of one part. */
export function PartFields({
  messageKey,
  part,
  calls,
}: {
  messageKey: string;
  part: MessagePart;
  calls: readonly ToolCall[];
}) {
  const { rules, sendsReasoning, change } = useMessageEditing();
  const set = (changed: MessagePart, field: string) =>
    change((list) => changePart(list, messageKey, changed), `${part.id}.${field}`);
  switch (part.type) {
    case "text":
      return (
        <Field
          label="Text"
          value={part.text}
          placeholder="Write the message"
          spellCheck
          className="min-h-9 border-transparent bg-transparent px-2.5 text-[15px] leading-6"
          onValue={(text) => set({ ...part, text }, "text")}
        />
      );
    case "refusal":
      return <Field label="Refusal" value={part.text} onValue={(text) => set({ ...part, text }, "text")} />;
    case "file":
      return <AttachmentThumb attachment={part.attachment} size={64} />;
    case "answer-file": {
      const { sha256 = "", mediaType, size, width, height } = part.file;
      return <AttachmentThumb attachment={{ sha256, name: mediaType, mediaType, size, width, height }} size={64} />;
    }
    case "call": {
      const { call } = part;
      const setCall = (changes: Partial<ToolCall>, field: string) =>
        set({ ...part, call: { ...call, ...changes } }, field);
      return (
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Line
              label={`${rules.callName}: function`}
              placeholder="Function"
              value={call.name}
              onValue={(name) => setCall({ name }, "name")}
            />
            {rules.callIds && (
              <Line label="Call ID" placeholder="ID" value={call.id} onValue={(id) => setCall({ id }, "id")} />
            )}
          </div>
          <Field
            label={`Arguments of ${call.name || "the call"}`}
            value={call.arguments}
            placeholder="{}"
            className="font-mono text-[13px]"
            onValue={(written) => setCall({ arguments: written }, "arguments")}
          />
        </div>
      );
    }
    case "result":
      return (
        <div className="flex flex-col gap-2">
          <Select
            label="Tool call"
            options={[
              ...(calls.some(({ id }) => id === part.callId)
                ? []
                : [
                    {
                      value: part.callId,
                      label: part.callId === "" ? "No call" : `${part.callId}: no such earlier call`,
                    },
                  ]),
              ...calls.map(({ id, name }) => ({ value: id, label: rules.callIds ? `${name} · ${id}` : name })),
            ]}
            value={part.callId}
            className="justify-between font-mono"
            onChange={(callId) => {
              const call = calls.find(({ id }) => id === callId);
              if (call) set({ ...part, callId: call.id, name: call.name }, "call");
            }}
          />
          <Field
            label={part.name ? `Result of ${part.name}` : "Result"}
            value={part.content}
            placeholder="Tool output"
            className="font-mono text-[13px]"
            onValue={(content) => set({ ...part, content }, "content")}
          />
        </div>
      );
    case "reasoning":
      return (
        <div className="px-2.5 text-[13px] text-muted-foreground leading-5">
          <p className="max-h-40 overflow-y-auto whitespace-pre-wrap">{part.text || "Encrypted by the model."}</p>
          <p className="pt-1 text-xs">{reasoningNote(part.sealed, sendsReasoning)}</p>
        </div>
      );
    case "other":
      return (
        <p className="px-2.5 text-[13px] text-muted-foreground">
          <code className="font-mono text-xs">{part.name}</code>: sent back unchanged unless you edit this response.
        </p>
      );
    default:
      return part satisfies never;
  }
}

function reasoningNote(sealed: boolean, sent: boolean): string {
  if (!sent) return "Display only: this API doesn’t send reasoning back.";
  if (sealed) return "Signed by the model. If you edit the response, this is removed.";
  return "Sent back with the response. If you edit the response, this is removed.";
}

type FieldProps = Omit<ComponentProps<"textarea">, "onChange"> & { label: string; onValue: (value: string) => void };

function Field({ label, className, onValue, ...rest }: FieldProps) {
  return (
    <textarea
      aria-label={label}
      rows={1}
      spellCheck={false}
      {...rest}
      onChange={(event) => onValue(event.target.value)}
      className={clsx(
        FIELD,
        "field-sizing-content block max-h-80 min-h-9 resize-none py-1.5 leading-5 -outline-offset-2 max-sm:text-base",
        className,
      )}
    />
  );
}

type LineProps = { label: string; placeholder: string; value: string; onValue: (value: string) => void };

function Line({ label, onValue, ...rest }: LineProps) {
  return (
    <input
      aria-label={label}
      spellCheck={false}
      autoCapitalize="off"
      {...rest}
      onChange={(event) => onValue(event.target.value)}
      className={clsx(FIELD, "h-8 min-w-40 flex-1 font-mono text-[13px] max-sm:text-base pointer-coarse:h-10")}
    />
  );
}
