"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { findModel } from "#lib/playground/models/models.ts";
import { deletePage, type StoredPage, storePage } from "#lib/playground/sharing/exports/store-page.ts";
import { writeSharedPage } from "#lib/playground/sharing/exports/write-shared-page.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { useCatalogue } from "../use-catalogue.ts";
import { LinkField, longDate } from "./link-field.tsx";

type Made = { page: StoredPage; dropped: readonly string[] };

/** Publishes the current conversation as a read-only page stored by the gateway. */
export function ReadOnlyPage() {
  const chat = useChat();
  const { models, session } = useCatalogue();
  const [isPublic, setPublic] = useState(false);
  const [made, setMade] = useState<Made>();
  const [deleted, setDeleted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : "The gateway did not answer. Try again."),
    );
    setBusy(false);
  }
  const make = () =>
    attempt(async () => {
      const { page, dropped } = await writeSharedPage({
        session: chat.store.get().session,
        dialect: chat.dialect,
        priceOf: (model) => findModel(models, model)?.price,
        loadBlob: chat.loadAttachment,
      });
      setMade({ page: await storePage(page, { isPublic }), dropped });
      setDeleted(false);
    });
  const remove = ({ page }: Made) =>
    attempt(async () => {
      await deletePage(page.id);
      setMade(undefined);
      setDeleted(true);
    });

  return (
    <div className="flex flex-col gap-3">
      {made ? (
        <MadePage made={made} busy={busy} onDelete={() => void remove(made)} />
      ) : (
        <>
          <p>
            The conversation as it is shown now, with its settings at the foot, on a page of its own. Nobody can change
            it there, and it needs no JavaScript.
          </p>
          <div className="flex min-h-9 items-start gap-3">
            <Switch
              checked={isPublic}
              disabled={session?.publicShares === false}
              onChange={setPublic}
              label="Anyone with the link can read it"
              className="mt-px"
            />
            <span>
              Anyone with the link can read it
              <span className="block text-[13px] text-muted-foreground">
                {describeAudience(isPublic, session?.publicSharesDeniedBy)}
              </span>
            </span>
          </div>
          <Button variant="primary" className="self-start" disabled={busy} onClick={() => void make()}>
            {busy ? "Making…" : "Make the page"}
          </Button>
        </>
      )}
      <p role="status" className="text-muted-foreground empty:hidden">
        {deleted && "The page is deleted. Its link leads nowhere now."}
      </p>
      {problem && (
        <p role="alert" className="text-destructive">
          {problem}
        </p>
      )}
    </div>
  );
}

function describeAudience(isPublic: boolean, deniedBy?: "gateway" | "key"): string {
  if (deniedBy === "gateway")
    return "This gateway allows no public pages: only those who have a key of it can read yours, for 30 days.";
  if (deniedBy === "key")
    return "Your key lacks the scope “publish”: only those who have a key of this gateway can read your page, for 30 days. Ask the administrator for a key that has it.";
  return isPublic
    ? "Whoever gets the link reads it without a key or signing in, for 30 days or until you delete it."
    : "Off: only those who are signed in here, or have a key of this gateway, for 30 days or until you delete it.";
}

function MadePage({ made: { page, dropped }, busy, onDelete }: { made: Made; busy: boolean; onDelete: () => void }) {
  const link = new URL(page.path, location.origin).href;
  return (
    <>
      <LinkField link={link} selected />
      <p role="status" className="text-[13px] text-muted-foreground">
        {page.isPublic ? "Anyone with the link can read it" : "Whoever has a key of this gateway can read it"} until{" "}
        {longDate(page.expiresAt)}.{dropped.length > 0 && ` Named on it, but not shown: ${dropped.join(", ")}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.open(link, "_blank", "noopener")}>
          <ExternalLink aria-hidden /> Open
        </Button>
        <Button variant="destructive" disabled={busy} onClick={onDelete}>
          {busy ? "Deleting…" : "Delete"}
        </Button>
      </div>
    </>
  );
}
