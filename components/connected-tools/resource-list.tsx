"use client";

import { Paperclip, TextCursorInput } from "lucide-react";
import { useState } from "react";
import type { McpResource } from "#lib/contract/mcp.ts";
import { isTextType, toFile } from "#lib/playground/tools/connected/mcp-files.ts";
import { readResource } from "#lib/playground/tools/connected/mcp-requests.ts";
import { useIsDemoRun } from "../chat/chat-context.tsx";
import { attachToMessage } from "../composer/attach-to-message.ts";
import { Button } from "../ui/button.tsx";
import { ListState } from "./list-state.tsx";
import { McpItems } from "./mcp-items.tsx";
import { useStoredFiles } from "./use-stored-files.ts";

/** Resources of a server, which can be added to the message. */
export function ResourceList({ server }: { server: string }) {
  return (
    <McpItems server={server} kind="resources">
      {(resources) => (
        <ul className="flex flex-col divide-y">
          {resources.map((resource) => (
            <li key={resource.uri} className="flex flex-col gap-1.5 py-2">
              <ResourceEntry server={server} resource={resource} />
            </li>
          ))}
        </ul>
      )}
    </McpItems>
  );
}

type Outcome = { state: "reading" | "added" } | { state: "failed"; error: Error };

function ResourceEntry({ server, resource }: { server: string; resource: McpResource }) {
  const { uri, title, description, mimeType } = resource;
  const name = title || resource.name;
  const isDemoRun = useIsDemoRun();
  const storeFiles = useStoredFiles();
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = outcome?.state === "reading" || isDemoRun;

  const add = async (as: "file" | "text") => {
    setOutcome({ state: "reading" });
    try {
      const { contents } = await readResource(server, uri);
      if (contents.length === 0) throw new Error("The server returned nothing.");
      if (as === "text") {
        const texts = contents.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
        if (texts.length === 0) throw new Error("This resource is not text. Attach it as a file.");
        attachToMessage({ text: texts.join("\n\n") });
      } else {
        const stored = await storeFiles(contents.map((content) => toFile(content, resource.name)));
        for (const attachment of stored) attachToMessage(attachment);
      }
      setOutcome({ state: "added" });
    } catch (error) {
      setOutcome({ state: "failed", error: error as Error });
    }
  };
  return (
    <>
      <span className="flex min-w-0 flex-col">
        <span className="truncate text-[13px]">{name}</span>
        <span className="truncate font-mono text-muted-foreground text-xs">{uri}</span>
        {description && <span className="line-clamp-2 text-muted-foreground text-xs">{description}</span>}
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        <Button size="small" disabled={isBusy} aria-label={`Attach ${name}`} onClick={() => void add("file")}>
          <Paperclip aria-hidden /> Attach
        </Button>
        {isTextType(mimeType) && (
          <Button
            size="small"
            variant="ghost"
            disabled={isBusy}
            aria-label={`Insert text of ${name}`}
            onClick={() => void add("text")}
          >
            <TextCursorInput aria-hidden /> Insert text
          </Button>
        )}
        {outcome?.state === "added" && (
          <span role="status" className="text-[13px] text-muted-foreground">
            Added to the message
          </span>
        )}
      </span>
      {outcome?.state === "reading" && <ListState error={undefined} loading="Reading…" />}
      {outcome?.state === "failed" && <ListState error={outcome.error} loading="" />}
    </>
  );
}
