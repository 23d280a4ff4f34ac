"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { RECORD_CELL, RecordTable, WIDE_ONLY } from "#components/ui/record-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useNow } from "#components/use-now.ts";
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

const COLUMNS = [
  { name: "Key" },
  { name: "Last used", className: WIDE_ONLY },
  { name: "Access", className: "text-right" },
];

/** Keys of the person who is signed in: listed, created with a name, and revoked. */
export function OwnKeys({ personId }: { personId: string }) {
  const [created, setCreated] = useState<CreatedApiKey>();
  const now = useNow(30_000);
  const { data, refetch } = useQuery({
    queryKey: ["own-keys", personId],
    queryFn: async ({ signal }) =>
      (await (await requireGood(await callGateway("/api/keys", { signal }))).json()) as ApiKeyList,
    staleTime: 0,
  });
  const own = data?.data.filter((key) => key.person_id === personId && key.revoked_at === null);

  const run = async (work: () => Promise<Response>, title: string): Promise<Response | undefined> => {
    try {
      return await requireGood(await work());
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : "The gateway didn’t respond.";
      showToast({ kind: "error", title, detail });
      return undefined;
    } finally {
      void refetch();
    }
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name") ?? "").trim();
    if (!name) return;
    const body = JSON.stringify({ name, personal: true });
    const headers = { "content-type": "application/json" };
    const response = await run(
      () => callGateway("/api/keys", { method: "POST", headers, body }),
      "Couldn’t create the key",
    );
    if (!response) return;
    setCreated(await response.json());
    form.reset();
  };
  const revoke = ({ id }: ApiKey) =>
    void run(() => callGateway(`/api/keys/${id}`, { method: "DELETE" }), "Couldn’t revoke the key");

  return (
    <section aria-labelledby="keys-title" className="flex flex-col">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 pt-1 pb-2">
        <h2 id="keys-title" className="font-medium">
          My keys
        </h2>
        <form onSubmit={(event) => void onSubmit(event)} className="flex items-center gap-2 max-sm:w-full">
          <input
            name="name"
            aria-label="Name of the new key"
            placeholder="Name"
            required
            maxLength={100}
            autoComplete="off"
            className="h-8 w-40 min-w-0 rounded-lg border border-input bg-background px-2.5 text-[13px] max-sm:flex-1 max-sm:text-base pointer-coarse:h-10"
          />
          <Button type="submit" variant="primary">
            Create key
          </Button>
        </form>
      </div>
      {created && (
        <div role="status" className="mx-auto w-full max-w-page px-4 pb-3 text-[13px]">
          <p>Copy the key “{created.name}” now. You won’t see it again.</p>
          <p className="mt-1.5 flex items-center justify-between gap-2 rounded-[10px] border bg-card py-0.5 pr-1 pl-3">
            <code className="min-w-0 truncate font-mono">{created.secret}</code>
            <CopyButton size="small" label="Copy key" text={() => created.secret} />
          </p>
        </div>
      )}
      <RecordTable label="My keys" columns={COLUMNS} loading={!own}>
        {own?.map((key) => (
          <tr key={key.id}>
            <td className={clsx(RECORD_CELL, "max-w-0 md:w-1/2")}>
              <span className="block truncate font-medium">{key.name}</span>
              <code className="block truncate font-mono text-muted-foreground text-xs">{key.prefix}…</code>
            </td>
            <td className={clsx(RECORD_CELL, WIDE_ONLY, "whitespace-nowrap text-muted-foreground")}>
              {key.last_used_at === null ? "Never" : <RelativeTime time={key.last_used_at} now={now} past />}
            </td>
            <td className={clsx(RECORD_CELL, "text-right")}>
              <Button aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </RecordTable>
      {own?.length === 0 && (
        <p className="py-4 text-center text-[13px] text-muted-foreground">
          You have no keys. A key has your team’s limits, and ends when you leave.
        </p>
      )}
    </section>
  );
}
