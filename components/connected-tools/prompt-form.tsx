"use client";

import { useState } from "react";
import type { McpFrame, McpPrompt } from "#lib/contract/mcp.ts";
import { type PromptMessage, readPromptMessages } from "#lib/playground/tools/connected/mcp-files.ts";
import { getPrompt } from "#lib/playground/tools/connected/mcp-requests.ts";
import { attachToMessage } from "../composer/attach-to-message.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FoldedFrames } from "./frame-list.tsx";
import { ListState } from "./list-state.tsx";
import { useAddMessages } from "./use-add-messages.ts";
import { useStoredFiles } from "./use-stored-files.ts";

type Filled =
  | { state: "reading" }
  | { state: "failed"; error: Error }
  | { state: "filled"; messages: PromptMessage[]; frames: readonly McpFrame[] };

/** Arguments of a prompt, and its messages before they are used: a server writes what it likes into them. */
export function PromptForm({ server, prompt, onClose }: { server: string; prompt: McpPrompt; onClose: () => void }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [filled, setFilled] = useState<Filled>();
  const fields = prompt.arguments ?? [];
  const missing = fields.some(({ name, required }) => required && !values[name]?.trim());

  const fill = async () => {
    setFilled({ state: "reading" });
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      const { messages, frames } = await getPrompt(server, { name: prompt.name, values: given });
      const read = readPromptMessages(messages);
      if (read.length === 0) throw new Error("The server returned no messages.");
      setFilled({ state: "filled", messages: read, frames });
    } catch (error) {
      setFilled({ state: "failed", error: error as Error });
    }
  };
  return (
    <div className="flex flex-col gap-2.5 pb-3">
      <form
        aria-label={prompt.title || prompt.name}
        className="flex flex-col gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!missing && filled?.state !== "reading") void fill();
        }}
      >
        {fields.map(({ name, description, required }) => (
          <TextField
            key={name}
            name={name}
            isInvalid={false}
            describedBy={undefined}
            label={required ? name : `${name} (optional)`}
            {...(description ? { help: description } : {})}
            value={values[name] ?? ""}
            onChange={(value) => {
              setFilled(undefined);
              setValues({ ...values, [name]: value });
            }}
          />
        ))}
        <Button type="submit" size="small" className="self-start" disabled={missing || filled?.state === "reading"}>
          Preview
        </Button>
      </form>
      {filled?.state === "reading" && <ListState error={undefined} loading="Reading…" />}
      {filled?.state === "failed" && <ListState error={filled.error} loading="" />}
      {filled?.state === "filled" && <PromptPreview messages={filled.messages} onUsed={onClose} />}
      {filled?.state === "filled" && <FoldedFrames frames={filled.frames} />}
    </div>
  );
}

function PromptPreview({ messages, onUsed }: { messages: readonly PromptMessage[]; onUsed: () => void }) {
  const storeFiles = useStoredFiles();
  const { addMessages, blocked } = useAddMessages();
  const [error, setError] = useState<Error>();
  const [first] = messages;
  const isMessage = messages.length === 1 && first?.role === "user";
  const isSent = messages.at(-1)?.role === "user";

  const use = async () => {
    setError(undefined);
    try {
      const stored = [];
      for (const { files, ...message } of messages) stored.push({ ...message, attachments: await storeFiles(files) });
      if (isMessage) {
        for (const { text, attachments } of stored) {
          if (text !== "") attachToMessage({ text });
          for (const attachment of attachments) attachToMessage(attachment);
        }
      } else addMessages(stored, { run: isSent });
      onUsed();
    } catch (problem) {
      setError(problem as Error);
    }
  };
  return (
    <section aria-label="Messages of the prompt" className="flex flex-col gap-2">
      <ol className="flex flex-col gap-1.5">
        {messages.map(({ role, text, files }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change.
          <li key={index} className="rounded-[10px] bg-muted px-3 py-2 text-[13px]">
            <span className="block text-muted-foreground text-xs">{role === "user" ? "User" : "Assistant"}</span>
            <span className="wrap-anywhere block whitespace-pre-wrap">{text}</span>
            {files.map((file) => (
              <span key={file.name} className="block truncate font-mono text-xs">
                {file.name}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {error && <ListState error={error} loading="" />}
      {blocked && <p className="text-muted-foreground text-xs">{blocked}</p>}
      <Button
        variant="primary"
        size="small"
        className="self-start"
        disabled={blocked !== undefined}
        onClick={() => void use()}
      >
        {isMessage ? "Use as message" : isSent ? "Add and send" : "Add to the conversation"}
      </Button>
    </section>
  );
}
