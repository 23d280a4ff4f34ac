"use client";

import { useState } from "react";
import { formatCount } from "#lib/playground/metrics.ts";
import { LONGEST_LINK } from "#lib/playground/sharing/share-link.ts";
import { canStore, type StoredShare, storeShare } from "#lib/playground/sharing/stored-share.ts";
import { Button } from "../ui/button.tsx";
import { CopyLinkButton } from "./copy-link-button.tsx";

/** The link, to be copied. One that is too long is stored by the gateway first, if that is wished. */
export function LinkBox({ link, onSave }: { link: string; onSave?: () => void }) {
  const [stored, setStored] = useState<StoredShare & { of: string }>();
  if (link.length <= LONGEST_LINK) {
    return (
      <div className="flex flex-col gap-1.5">
        <LinkField link={link} />
        <p className={NOTE}>
          {formatCount(link.length)} characters. What stands after the # is never sent to a server. {NEEDS_KEY}
        </p>
      </div>
    );
  }
  // A change of what is shared asks again.
  if (stored?.of === link) {
    return (
      <div className="flex flex-col gap-1.5">
        <LinkField link={stored.link} selected />
        <p className={NOTE} role="status">
          Stored on this gateway until {DAY.format(stored.expiresAt)}. {NEEDS_KEY}
        </p>
      </div>
    );
  }
  return <TooLong key={link} link={link} onStored={(share) => setStored({ ...share, of: link })} onSave={onSave} />;
}

const NOTE = "text-[13px] text-muted-foreground";
const NEEDS_KEY = "Whoever opens it needs a key of this gateway.";
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

function LinkField({ link, selected }: { link: string; selected?: boolean }) {
  return (
    <div className="flex items-center gap-1 rounded-[10px] border border-input bg-foreground/[0.03] py-1 pr-1 pl-3">
      <input
        readOnly
        // biome-ignore lint/a11y/noAutofocus: it stands where the button was that made it.
        autoFocus={selected}
        aria-label="Link"
        value={link}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1 truncate bg-transparent font-mono text-xs outline-none max-sm:text-base"
      />
      <CopyLinkButton link={link} />
    </div>
  );
}

function TooLong({
  link,
  onStored,
  onSave,
}: {
  link: string;
  onStored: (share: StoredShare) => void;
  onSave?: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const storable = canStore(link);
  const store = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onStored(await storeShare(link));
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Error ? error.message : "The gateway did not keep it. Try again.");
    }
  };
  return (
    <div className="flex flex-col gap-2.5">
      <p role="status">
        {storable
          ? "This is too long for a link. Store it on this gateway for 30 days and link to it."
          : "This is too long for a link, and for this gateway to store."}{" "}
        <span className="text-muted-foreground">{formatCount(link.length)} characters.</span>
      </p>
      {problem && (
        <p role="alert" className="text-destructive">
          It was not stored: {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {storable && (
          <Button variant="primary" disabled={busy} onClick={() => void store()}>
            {busy ? "Storing…" : "Store and link"}
          </Button>
        )}
        {onSave && <Button onClick={onSave}>Save as JSON</Button>}
      </div>
    </div>
  );
}
