"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { describeSettings } from "#lib/playground/sharing/compare-settings.ts";
import type { PlainTurn } from "#lib/playground/sharing/exports/plain-turns.ts";
import { writeShareLink } from "#lib/playground/sharing/share-link.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Switch } from "../ui/switch.tsx";
import { LinkBox } from "./link-box.tsx";

const WAYS = [
  { value: "link", label: "Link to go on from" },
  { value: "page", label: "Read-only page" },
] as const;

/** Shared constant for pages without a conversation, so that it keeps its identity between renders. */
const NOTHING_SAID = { turns: [], files: 0 };

/** Shares the page's settings, and optionally the conversation's text, as a link; lists the link's contents. */
export function ShareDialog({
  rules,
  settings,
  words: { turns, files } = NOTHING_SAID,
  dropped,
  onSave,
  readOnly,
  onClose,
}: {
  rules: SettingsRules;
  settings: ChatSettings;
  /** Text of the conversation on screen, and the number of files that the link drops. */
  words?: { turns: PlainTurn[]; files: number };
  /** Sentence that names the fields that a link cannot contain. */
  dropped?: string;
  /** Saves content that is too long for a link as a file. */
  onSave?: () => void;
  /** Publishing as a read-only page. Absent when there is nothing to read. */
  readOnly?: ReactNode;
  onClose: () => void;
}) {
  const [way, setWay] = useState<"link" | "page">("link");
  const [withWords, setWithWords] = useState(false);
  const [link, setLink] = useState<string>();

  useEffect(() => {
    const address = `${location.origin}/${rules.page}`;
    void writeShareLink({ settings, turns: withWords ? turns : [] }, address).then(setLink);
  }, [rules, settings, turns, withWords]);

  const set = [...describeSettings(settings, rules).values()];
  return (
    <ModalDialog open={link !== undefined} onClose={onClose} title="Share link" className="w-[36rem]">
      {readOnly && <Segmented label="What is shared" options={WAYS} value={way} onChange={setWay} />}
      {way === "page" ? (
        readOnly
      ) : (
        <>
          <section aria-label="What the link holds" className="flex flex-col gap-2">
            <h3 className="text-muted-foreground">It holds</h3>
            {set.length === 0 && <p>The page. Nothing is set on it.</p>}
            <ul className="flex flex-wrap gap-1.5">
              {set.map(({ label, value }) => (
                <li key={label} className="max-w-full truncate rounded-full border px-2.5 py-0.5 text-xs">
                  {label} <span className="text-muted-foreground">{summarize(value)}</span>
                </li>
              ))}
            </ul>
            {dropped && <p className="text-[13px] text-muted-foreground">{dropped}</p>}
            {turns.length > 0 && (
              <div className="flex min-h-9 items-center gap-3">
                <Switch checked={withWords} onChange={setWithWords} label="With the conversation’s words" />
                <span>
                  With the conversation’s words{" "}
                  <span className="text-muted-foreground">
                    {turns.length} {turns.length === 1 ? "turn" : "turns"}
                    {files > 0 && `; ${files === 1 ? "its file stays" : `its ${files} files stay`} behind`}
                  </span>
                </span>
              </div>
            )}
          </section>
          <LinkBox link={link ?? ""} onSave={onSave} />
        </>
      )}
    </ModalDialog>
  );
}

const summarize = (value: string): string =>
  value.length > 28 || value.includes("\n") ? `${formatCount(value.length)} characters` : value;
