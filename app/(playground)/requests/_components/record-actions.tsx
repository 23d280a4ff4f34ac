"use client";

import { Columns2, MessageSquare, Terminal } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DIALECT_NAMES } from "#app/(playground)/requests/_model/request-facts.ts";
import { Button } from "#components/ui/button.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import type { ColumnPlace } from "#lib/playground/compare/column-places.ts";

const SendAgainDialog = dynamic(() => import("./send-again-dialog.tsx").then((module) => module.SendAgainDialog));

const loadActions = () => import("#app/(playground)/requests/_model/open-record.ts");

/** Next steps with a recorded request of a text model. */
export function RecordActions({ request }: { request: LoggedRequest }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState<"never" | "open" | "closed">("never");
  const { dialect, model } = request;
  const page = dialect === null ? undefined : DIALECT_NAMES[dialect]?.page;

  /** Runs one action at a time, and shows why it failed. */
  async function run(title: string, action: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      showToast({ title, detail: error instanceof Error ? error.message : "Try again.", kind: "error" });
    } finally {
      setBusy(false);
    }
  }

  const open = () =>
    run("Couldn’t open the request", async () => {
      const { address, problems } = await (await loadActions()).openInPlayground(request);
      if (problems.length > 0) showToast({ title: "Opened in part", detail: problems.join(" ") });
      router.push(address);
    });
  const compare = (places: readonly ColumnPlace[]) =>
    run("Couldn’t send the request again", async () => {
      const address = await (await loadActions()).sendAgain(request, places);
      setChoosing("closed");
      router.push(address);
    });
  const copy = () =>
    run("Couldn’t copy the request", async () => {
      await navigator.clipboard.writeText(await (await loadActions()).writeRecordedCurl(request));
      showToast({ title: "Copied as curl", kind: "success" });
    });

  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="small" disabled={busy} onClick={() => void open()}>
        <MessageSquare aria-hidden />
        Open in playground
      </Button>
      <Button size="small" disabled={busy} onClick={() => setChoosing("open")}>
        <Columns2 aria-hidden />
        Send again to…
      </Button>
      <Button size="small" disabled={busy} onClick={() => void copy()}>
        <Terminal aria-hidden />
        Copy as curl
      </Button>
      {choosing !== "never" && page && (
        <SendAgainDialog
          first={{ page, ...(model ? { model } : {}) }}
          open={choosing === "open"}
          busy={busy}
          onSend={(places) => void compare(places)}
          onClose={() => setChoosing("closed")}
        />
      )}
    </div>
  );
}
