"use client";

import { Plus, Trash2 } from "lucide-react";
import { useId, useMemo } from "react";
import {
  type DraftMessage,
  findDraftProblems,
  nextKey,
  type PromptDraft,
} from "#app/(playground)/prompts/_model/prompt-draft.ts";
import { FormatControl } from "#components/parameters/format-control.tsx";
import { ToolsEditor } from "#components/parameters/tools-editor.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { SuggestField } from "#components/ui/suggest-field.tsx";
import { TEXT_AREA, TextField } from "#components/ui/text-field.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import { VariableFields } from "./variable-fields.tsx";

const ROLES = [
  { value: "user", label: "User" },
  { value: "assistant", label: "Assistant" },
  { value: "system", label: "System" },
  { value: "developer", label: "Developer" },
] as const;

/** Fields of a prompt's next version. */
export function PromptEditor({
  draft,
  disabled,
  onChange,
}: {
  draft: PromptDraft;
  disabled: boolean;
  onChange: (fields: Partial<PromptDraft>) => void;
}) {
  const id = useId();
  const { models } = useCatalogue();
  const { messages } = draft;
  const problems = useMemo(() => findDraftProblems(draft), [draft]);
  const change = (key: number, fields: Partial<DraftMessage>) =>
    onChange({ messages: messages.map((message) => (message.key === key ? { ...message, ...fields } : message)) });
  const plain = { name: "", isInvalid: false, describedBy: undefined, disabled };
  return (
    <fieldset disabled={disabled} className="flex max-w-3xl flex-col gap-5">
      <legend className="sr-only">Prompt</legend>
      <SuggestField
        label="Model"
        value={draft.model}
        suggestions={models.map((model) => model.id)}
        placeholder="The model that the call names"
        onChange={(model) => onChange({ model })}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-instructions`} className="font-medium text-[13px]">
          Instructions
        </label>
        <textarea
          id={`${id}-instructions`}
          rows={4}
          value={draft.instructions}
          placeholder="You are a guide to {{city}}."
          onChange={(event) => onChange({ instructions: event.target.value })}
          className={TEXT_AREA}
        />
      </div>
      <ol aria-label="Messages" className="flex flex-col gap-3">
        {messages.map(({ key, role, content }, index) => (
          <li key={key} className="flex flex-col gap-1.5">
            <div className="flex items-center justify-between">
              <Select
                label={`Role of message ${index + 1}`}
                options={ROLES}
                value={role}
                onChange={(next) => change(key, { role: next })}
              />
              <IconButton
                label={`Remove message ${index + 1}`}
                size="small"
                onClick={() => onChange({ messages: messages.filter((message) => message.key !== key) })}
              >
                <Trash2 />
              </IconButton>
            </div>
            <textarea
              aria-label={`Message ${index + 1}`}
              rows={3}
              value={content}
              onChange={(event) => change(key, { content: event.target.value })}
              className={TEXT_AREA}
            />
          </li>
        ))}
      </ol>
      <Button
        className="self-start"
        onClick={() => onChange({ messages: [...messages, { key: nextKey(), role: "user", content: "" }] })}
      >
        <Plus aria-hidden />
        Add message
      </Button>
      <VariableFields draft={draft} onChange={onChange} />
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          {...plain}
          label="Temperature"
          value={draft.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <TextField {...plain} label="Top P" value={draft.topP} onChange={(topP) => onChange({ topP })} />
        <TextField
          {...plain}
          label="Maximum output tokens"
          value={draft.maxTokens}
          onChange={(maxTokens) => onChange({ maxTokens })}
        />
      </div>
      <ToolsEditor
        notation={RESPONSES_TOOLS}
        text={draft.tools}
        problem={problems.tools}
        onChange={({ toolsText }) => toolsText !== undefined && onChange({ tools: toolsText })}
      />
      <section aria-label="Output format" className="flex flex-col gap-1.5">
        <h3 className="font-medium text-[13px]">Output format</h3>
        <FormatControl
          value={draft.format}
          named
          problem={problems.format}
          onChange={(format) => onChange({ format: { ...draft.format, ...format } })}
        />
      </section>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-more`} className="font-medium text-[13px]">
          More fields (JSON)
        </label>
        <textarea
          id={`${id}-more`}
          rows={draft.more ? 8 : 2}
          value={draft.more}
          placeholder='{ "reasoning": { "effort": "low" } }'
          aria-describedby={`${id}-more-help`}
          onChange={(event) => onChange({ more: event.target.value })}
          className={TEXT_AREA}
        />
        <p id={`${id}-more-help`} className="text-muted-foreground text-xs">
          tool_choice, parallel_tool_calls, reasoning and text, as in a request of the Responses API.
        </p>
      </div>
    </fieldset>
  );
}
