"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rotateKey } from "#app/(playground)/keys/_model/key-api.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { ApiKey, CreatedApiKey } from "#lib/contract/api-key.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { putKey } from "./use-keys.ts";

const OVERLAPS = [
  { value: "0", label: "None" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
] as const;
type Overlap = (typeof OVERLAPS)[number]["value"];

/** Dialog that gives a key a new secret and shows it once. */
export function RotateDialog({ rotatedKey, onClose }: { rotatedKey: ApiKey; onClose: () => void }) {
  return (
    <SecretDialog title={`Rotate “${rotatedKey.name}”?`} className="w-[28rem]" onClose={onClose}>
      {(show) => <OverlapForm rotatedKey={rotatedKey} onRotated={show} onCancel={onClose} />}
    </SecretDialog>
  );
}

function OverlapForm({
  rotatedKey: { id },
  onRotated,
  onCancel,
}: {
  rotatedKey: ApiKey;
  onRotated: (created: CreatedApiKey) => void;
  onCancel: () => void;
}) {
  const client = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("3600");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const rotate = async () => {
    setBusy(true);
    try {
      const rotated = await rotateKey(id, Number(overlap));
      const { secret: _, ...key } = rotated;
      putKey(client, key);
      onRotated(rotated);
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Error ? error.message : "Couldn’t rotate the key.");
    }
  };
  return (
    <>
      <p>The key gets a new secret. Its ID, limits and usage stay.</p>
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-[13px]">Old secret works for</span>
        <Segmented label="Old secret works for" options={OVERLAPS} value={overlap} onChange={setOverlap} />
        {overlap === "0" && (
          <p className="text-[13px] text-warning">Apps that use the old secret get a 401 error at once.</p>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-[13px] text-destructive">
          {problem}
        </p>
      )}
      <DialogButtons onCancel={onCancel}>
        <Button variant="primary" disabled={busy} onClick={() => void rotate()}>
          {busy ? "Rotating…" : "Rotate"}
        </Button>
      </DialogButtons>
    </>
  );
}
