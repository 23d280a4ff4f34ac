"use client";

import { useState } from "react";
import { LONGEST_LINK } from "#lib/playground/sharing/share-link.ts";
import { canStore, type StoredShare, storeShare } from "#lib/playground/sharing/stored-share.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { Button } from "../ui/button.tsx";
import { LinkField, longDate } from "./link-field.tsx";

/** A link to copy. When it is too long, the gateway can store it first. */
export function LinkBox({ link, onSave }: { link: string; onSave?: () => void }) {
  const [stored, setStored] = useState<StoredShare & { of: string }>();
  if (link.length <= LONGEST_LINK) {
    return (
      <div className="flex flex-col gap-1.5">
        <LinkField link={link} />
        <p className={NOTE}>The content is inside the link and never reaches a server. {NEEDS_KEY}</p>
      </div>
    );
  }
  // When the shared content changes, the stored link no longer applies and the user is asked again.
  if (stored?.of === link) {
    return (
      <div className="flex flex-col gap-1.5">
        <LinkField link={stored.link} selected />
        <p className={NOTE} role="status">
          Stored on this gateway until {longDate(stored.expiresAt)}. {NEEDS_KEY}
        </p>
      </div>
    );
  }
  return <TooLong key={link} link={link} onStored={(share) => setStored({ ...share, of: link })} onSave={onSave} />;
}

const NOTE = "text-[13px] text-muted-foreground";
const NEEDS_KEY = "Recipients need a key for this gateway.";

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
      setProblem(error instanceof Error ? error.message : "The gateway couldn’t store it. Try again.");
    }
  };
  return (
    <div className="flex flex-col gap-2.5">
      <p role="status">
        {storable
          ? "Too long for a link. Store it on the gateway for 30 days instead?"
          : "Too long for a link, and too large for this gateway to store."}{" "}
        <span className="text-muted-foreground">{formatCount(link.length)} characters.</span>
      </p>
      {problem && (
        <p role="alert" className="text-destructive">
          Couldn’t store it: {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {storable && (
          <Button variant="primary" disabled={busy} onClick={() => void store()}>
            {busy ? "Storing…" : "Store and create link"}
          </Button>
        )}
        {onSave && <Button onClick={onSave}>Save as JSON</Button>}
      </div>
    </div>
  );
}
