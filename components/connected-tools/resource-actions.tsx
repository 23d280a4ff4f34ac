"use client";

import { Paperclip, TextCursorInput } from "lucide-react";
import { useState } from "react";
import type { McpFrame, McpResource } from "#lib/contract/mcp.ts";
import { isTextType, toFile } from "#lib/playground/tools/connected/mcp-files.ts";
import { readResource } from "#lib/playground/tools/connected/mcp-requests.ts";
import { useIsDemoRun } from "../chat/chat-context.tsx";
import { attachToMessage } from "../composer/attach-to-message.ts";
import { Button } from "../ui/button.tsx";
import { FoldedFrames } from "./frame-list.tsx";
import { ListState } from "./list-state.tsx";
import { useStoredFiles } from "./use-stored-files.ts";

type Outcome =
  | { state: "reading" }
  | { state: "added"; frames: readonly McpFrame[] }
  | { state: "failed"; error: Error; frames: readonly McpFrame[] };

/** Buttons that read a resource and add it to the message. */
export function ResourceActions({
  server,
  name,
  fileName,
  mimeType,
  isDisabled = false,
  uri,
}: {
  server: string;
  name: string;
  /** Name of the file of a URI that ends without one. */
  fileName: string;
  mimeType: McpResource["mimeType"];
  isDisabled?: boolean;
  /** @throws Error, with a message for the screen */
  uri: () => string;
}) {
  const isDemoRun = useIsDemoRun();
  const storeFiles = useStoredFiles();
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = outcome?.state === "reading" || isDemoRun || isDisabled;

  const add = async (as: "file" | "text") => {
    setOutcome({ state: "reading" });
    let frames: readonly McpFrame[] = [];
    try {
      const result = await readResource(server, uri());
      const { contents } = result;
      frames = result.frames;
      if (contents.length === 0) throw new Error("The server returned nothing.");
      if (as === "text") {
        const texts = contents.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
        if (texts.length === 0) throw new Error("This resource is not text. Attach it as a file.");
        attachToMessage({ text: texts.join("\n\n") });
      } else {
        const stored = await storeFiles(contents.map((content) => toFile(content, fileName)));
        for (const attachment of stored) attachToMessage(attachment);
      }
      setOutcome({ state: "added", frames });
    } catch (error) {
      setOutcome({ state: "failed", error: error as Error, frames });
    }
  };
  return (
    <>
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
      {outcome && outcome.state !== "reading" && outcome.frames.length > 0 && <FoldedFrames frames={outcome.frames} />}
    </>
  );
}
