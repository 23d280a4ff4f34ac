"use client";

import { useEffect, useMemo, useState } from "react";
import { formatCount } from "#lib/playground/metrics.ts";
import { describeSettings } from "#lib/playground/sharing/compare-settings.ts";
import { toPlainTurns } from "#lib/playground/sharing/plain-turns.ts";
import { LONGEST_LINK, writeShareLink } from "#lib/playground/sharing/share-link.ts";
import { visiblePath } from "#lib/playground/transcript.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Switch } from "../ui/switch.tsx";
import { CopyLinkButton } from "./copy-link-button.tsx";

/** The page's settings, and by choice the conversation's words, as a link; what it holds is listed. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const chat = useChat();
  const session = useChatState((state) => state.session);
  const [withWords, setWithWords] = useState(false);
  const [link, setLink] = useState<string>();
  const { turns, files } = useMemo(() => toPlainTurns(visiblePath(session.transcript)), [session.transcript]);
  const { settings } = session;

  useEffect(() => {
    const address = `${location.origin}/${chat.dialect.page}`;
    void writeShareLink({ settings, turns: withWords ? turns : [] }, address).then(setLink);
  }, [chat, settings, turns, withWords]);

  const set = [...describeSettings(settings, chat.dialect).values()];
  const long = link !== undefined && link.length > LONGEST_LINK;
  return (
    <ModalDialog open={link !== undefined} onClose={onClose} title="Share link" className="w-[36rem]">
      <section aria-label="What the link holds" className="flex flex-col gap-2">
        <h3 className="text-muted-foreground">It holds</h3>
        {set.length === 0 && <p>The page. Nothing is set on it.</p>}
        <ul className="flex flex-wrap gap-1.5">
          {set.map(({ label, value }) => (
            <li key={label} className="max-w-full truncate rounded-full border px-2.5 py-0.5 text-xs">
              {label} <span className="text-muted-foreground">{summaryOf(value)}</span>
            </li>
          ))}
        </ul>
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
      <div className="flex flex-col gap-1.5">
        <div className="flex items-center gap-1 rounded-[10px] border border-input bg-foreground/[0.03] py-1 pr-1 pl-3">
          <input
            readOnly
            aria-label="Link"
            value={link ?? ""}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1 truncate bg-transparent font-mono text-xs outline-none max-sm:text-base"
          />
          <CopyLinkButton link={link ?? ""} />
        </div>
        <p className={long ? "text-warning" : "text-[13px] text-muted-foreground"} role={long ? "status" : undefined}>
          {formatCount(link?.length ?? 0)} characters.{" "}
          {long
            ? "Chat programs and some browsers cut links of more than 8,000: save it as a file instead."
            : "What stands after the # is never sent to a server. Whoever opens it needs a key of this gateway."}
        </p>
      </div>
      {long && (
        <Button
          className="self-start pointer-coarse:h-10"
          onClick={() => void import("./save-conversation.ts").then(({ saveJson }) => saveJson(chat))}
        >
          Save as JSON
        </Button>
      )}
    </ModalDialog>
  );
}

const summaryOf = (value: string): string =>
  value.length > 28 || value.includes("\n") ? `${formatCount(value.length)} characters` : value;
