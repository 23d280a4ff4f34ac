"use client";

import { ArrowRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { convertConversation } from "#lib/playground/conversion/convert-conversation.ts";
import { API_NAMES } from "#lib/playground/conversion/page-names.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { showToast } from "../ui/toast.tsx";
import { ProblemList } from "./problem-list.tsx";
import { storeConverted } from "./store-converted.ts";

/** Continues the open conversation on another page: lists what the other API would drop, then opens it. */
export function ContinueDialog({
  page,
  model,
  onClose,
}: {
  page: TextPage;
  /** Model of this page. */
  model: string | undefined;
  onClose: () => void;
}) {
  const chat = useChat();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  // Converted once, when the dialog opens: a running response continues here, not there.
  const converted = useMemo(
    () =>
      convertConversation({
        session: chat.store.get().session,
        from: chat.dialect,
        to: TEXT_DIALECTS[page],
        model,
      }),
    [chat, page, model],
  );
  const name = API_NAMES[page];

  async function go(): Promise<void> {
    setBusy(true);
    try {
      const address = await storeConverted(chat, converted);
      onClose();
      router.push(address);
    } catch (error) {
      setBusy(false);
      const detail = error instanceof Error ? error.message : "The browser refused to save it.";
      showToast({ title: "Couldn’t save the conversation", detail, kind: "error" });
    }
  }

  return (
    <ModalDialog open onClose={onClose} title={`Continue on ${name}`} className="w-[36rem]">
      <p className="text-muted-foreground">
        We’ll copy this chat to {name} and convert it to that API. The original stays unchanged.
      </p>
      {converted.dropped.length === 0 ? (
        <p>Everything carries over: messages, settings and tools.</p>
      ) : (
        <ProblemList title="Ignored or changed" problems={converted.dropped} />
      )}
      <DialogButtons onCancel={onClose}>
        <Button variant="primary" disabled={busy} onClick={() => void go()}>
          Continue <ArrowRight aria-hidden />
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
