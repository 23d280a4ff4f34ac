"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { describeSettings } from "#lib/playground/sharing/compare-settings.ts";
import type { PlainTurn } from "#lib/playground/sharing/exports/plain-turns.ts";
import { writeShareLink } from "#lib/playground/sharing/share-link.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { Button } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Switch } from "../ui/switch.tsx";
import { LinkBox } from "./link-box.tsx";

const WAYS = [
  { value: "page", label: "Read-only page" },
  { value: "link", label: "Editable copy" },
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
  const [way, setWay] = useState<"link" | "page">(readOnly ? "page" : "link");
  const [withWords, setWithWords] = useState(true);
  const [link, setLink] = useState<string>();

  useEffect(() => {
    const address = `${location.origin}/${rules.page}`;
    void writeShareLink({ settings, turns: withWords ? turns : [] }, address).then(setLink);
  }, [rules, settings, turns, withWords]);

  const set = [...describeSettings(settings, rules).values()];
  // A link without content would open an empty page.
  const empty = set.length === 0 && !(withWords && turns.length > 0);
  return (
    <ModalDialog open={link !== undefined} onClose={onClose} title="Share" className="w-[36rem]">
      {readOnly && <Segmented label="How to share" options={WAYS} value={way} onChange={setWay} />}
      {way === "page" ? (
        readOnly
      ) : (
        <>
          <section aria-label="Included in the link" className="flex flex-col gap-2">
            <h3 className="text-muted-foreground">Included</h3>
            {empty && <p>Nothing yet. {turns.length > 0 ? "Include messages or c" : "C"}hange a setting first.</p>}
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
                <Switch checked={withWords} onChange={setWithWords} label="Include messages" />
                <span>
                  Include messages{" "}
                  <span className="text-muted-foreground">
                    ({turns.length}){files > 0 && `, without ${files === 1 ? "the file" : `the ${files} files`}`}
                  </span>
                </span>
              </div>
            )}
          </section>
          {empty ? (
            <Button variant="primary" className="self-start" disabled>
              Copy link
            </Button>
          ) : (
            <LinkBox link={link ?? ""} onSave={onSave} />
          )}
        </>
      )}
    </ModalDialog>
  );
}

const summarize = (value: string): string =>
  value.length > 28 || value.includes("\n") ? `${formatCount(value.length)} characters` : value;
