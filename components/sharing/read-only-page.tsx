"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { findModel } from "#lib/playground/models/models.ts";
import { deletePage, type StoredPage, storePage } from "#lib/playground/sharing/exports/store-page.ts";
import { writeSharedPage } from "#lib/playground/sharing/exports/write-shared-page.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { useAttempt } from "../use-attempt.ts";
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
  const { busy, problem, attempt } = useAttempt();
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
          <p>A snapshot of this conversation and its settings that nobody can edit.</p>
          <div className="flex min-h-9 items-start gap-3">
            <Switch
              checked={isPublic}
              disabled={session?.publicShares === false}
              onChange={setPublic}
              label="Anyone with the link can view it"
              className="mt-px"
            />
            <span>
              Anyone with the link can view it{" "}
              <span className="block text-[13px] text-muted-foreground">
                {describeAudience(isPublic, session?.publicSharesDeniedBy)}
              </span>
            </span>
          </div>
          <Button variant="primary" className="self-start" disabled={busy} onClick={() => void make()}>
            {busy ? "Creating…" : "Create page"}
          </Button>
        </>
      )}
      <p role="status" className="text-muted-foreground empty:hidden">
        {deleted && "Page deleted. The link no longer works."}
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
    return "This gateway doesn’t allow public pages. Only people with a key for it can view yours. Expires in 30 days.";
  if (deniedBy === "key")
    return "Only people with a key for this gateway can view it. To share publicly, ask an admin for a key with the publish scope.";
  return isPublic
    ? "Anyone with the link can view it without signing in for 30 days, or until you delete it."
    : "Only people with a key for this gateway can view it. Expires in 30 days.";
}

function MadePage({ made: { page, dropped }, busy, onDelete }: { made: Made; busy: boolean; onDelete: () => void }) {
  const link = new URL(page.path, location.origin).href;
  return (
    <>
      <LinkField link={link} selected />
      <p role="status" className="text-[13px] text-muted-foreground">
        {page.isPublic ? "Anyone with the link can view it" : "Anyone with a key for this gateway can view it"} until{" "}
        {longDate(page.expiresAt)}.{dropped.length > 0 && ` Listed but not shown: ${dropped.join(", ")}.`}
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
