"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { CreatedLiveLink } from "#lib/contract/live-link.ts";
import { createLiveLink, revokeLiveLink } from "#lib/playground/sharing/live-link.ts";
import { Button } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { useAttempt } from "../use-attempt.ts";
import { useCatalogue } from "../use-catalogue.ts";
import { LinkField } from "./link-field.tsx";
import { QrCode } from "./qr-code.tsx";

const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

const DENIED = {
  gateway: "This gateway doesn’t allow pages that can be viewed without a key.",
  key: "To share without a key, ask an admin for a key with the publish scope.",
};

/** Makes a link by which anyone watches one response, and revokes it. */
export function LiveLinkDialog({ exchangeId, onClose }: { exchangeId: string; onClose: () => void }) {
  const { session } = useCatalogue();
  const deniedBy = session?.publicSharesDeniedBy;
  const [link, setLink] = useState<CreatedLiveLink>();
  const [revoked, setRevoked] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  const create = () =>
    attempt(async () => {
      setLink(await createLiveLink(exchangeId));
      setRevoked(false);
    });
  const revoke = ({ id }: CreatedLiveLink) =>
    attempt(async () => {
      await revokeLiveLink(id);
      setLink(undefined);
      setRevoked(true);
    });

  return (
    <ModalDialog open onClose={onClose} title="Live link" className="w-[32rem]">
      {link ? (
        <Created link={link} busy={busy} onRevoke={() => void revoke(link)} />
      ) : (
        <>
          <p>
            Anyone with the link watches this response from the beginning, without a key. They don’t see your messages
            or settings.
          </p>
          <p className="text-[13px] text-muted-foreground">
            {deniedBy
              ? DENIED[deniedBy]
              : "The link works for an hour, and until five minutes after the response ends."}
          </p>
          <Button
            variant="primary"
            className="self-start"
            disabled={busy || deniedBy !== undefined}
            onClick={() => void create()}
          >
            {busy ? "Creating…" : "Create link"}
          </Button>
        </>
      )}
      <p role="status" className="text-muted-foreground empty:hidden">
        {revoked && "Link revoked. Everyone who watched was disconnected."}
      </p>
      {problem && (
        <p role="alert" className="text-destructive">
          {problem}
        </p>
      )}
    </ModalDialog>
  );
}

function Created({ link, busy, onRevoke }: { link: CreatedLiveLink; busy: boolean; onRevoke: () => void }) {
  const address = new URL(link.path, location.origin).href;
  return (
    <>
      <LinkField link={address} selected />
      <QrCode text={address} label="QR code of the link" />
      <p role="status" className="text-[13px] text-muted-foreground">
        Works until {TIME.format(link.expires_at)}, and until five minutes after the response ends.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.open(address, "_blank", "noopener")}>
          <ExternalLink aria-hidden /> Open
        </Button>
        <Button variant="destructive" disabled={busy} onClick={onRevoke}>
          {busy ? "Revoking…" : "Revoke"}
        </Button>
      </div>
    </>
  );
}
