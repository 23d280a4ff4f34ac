"use client";

import { clsx } from "clsx";
import { ChartColumn, Ellipsis, RotateCw, ScrollText } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { memo, useRef, useState } from "react";
import { getKeyState } from "#app/(playground)/keys/_model/key-state.ts";
import { IconButton } from "#components/ui/button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { findTightest } from "#lib/playground/limits/limit-names.ts";
import { formatExactTime } from "#lib/playground/shell/relative-time.ts";
import type { KeyActions } from "./key-menu.tsx";
import { KeyStateChip } from "./key-state-chip.tsx";
import { describeLeft, LimitCell } from "./limit-cell.tsx";

const KeyMenu = dynamic(() => import("./key-menu.tsx").then((module) => module.KeyMenu));

/** Keys that expire within this time are marked, in milliseconds. */
const SOON_MS = 7 * 86_400_000;

export const KeyRow = memo(function KeyRow({
  apiKey,
  now,
  actions,
}: {
  apiKey: ApiKey;
  now: number;
  actions: KeyActions;
}) {
  const { id, name, prefix, scopes, created_at, expires_at, last_used_at, use } = apiKey;
  const tightest = findTightest(use);
  const state = getKeyState(apiKey, now);
  const endsSoon = state === "active" && expires_at !== null && expires_at - now < SOON_MS;
  const lastUse = last_used_at === null ? "never" : <RelativeTime time={last_used_at} now={now} past />;
  return (
    <tr className="group [&>td]:border-b hover:[&>td]:bg-foreground/[0.025]">
      <td className={clsx(CELL, "w-full max-w-0 pl-4 max-md:h-14", state !== "active" && "text-muted-foreground")}>
        {state === "revoked" ? (
          <span className="block truncate font-medium" title={name}>
            {name}
          </span>
        ) : (
          <button
            type="button"
            title={name}
            aria-label={`Edit ${name}`}
            onClick={() => actions.edit(apiKey)}
            className="block max-w-full truncate rounded text-left font-medium decoration-foreground/30 underline-offset-2 hover:underline pointer-coarse:min-h-6"
          >
            {name}
          </button>
        )}
        <span className="block truncate text-muted-foreground text-xs md:hidden">
          {tightest ? describeLeft(tightest) : <span className="font-mono">{prefix}…</span>} ·{" "}
          {last_used_at === null ? "never used" : <>used {lastUse}</>}
        </span>
      </td>
      <td className={clsx(CELL, WIDE)}>
        <span className="flex items-center gap-1.5">
          <code className="font-mono text-[13px]">{prefix}…</code>
          <OverlapMark endsAt={apiKey.previous_secret_expires_at} now={now} />
        </span>
      </td>
      <td className={CELL}>
        <KeyStateChip state={state} />
      </td>
      <td className={clsx(CELL, WIDE, "text-[13px]")}>
        <LimitCell uses={use} />
      </td>
      <td className={clsx(CELL, "whitespace-nowrap max-xl:hidden")}>{scopes.join(", ")}</td>
      <td className={clsx(CELL, WIDE, "text-muted-foreground")}>{lastUse}</td>
      <td className={clsx(CELL, WIDE, endsSoon ? "text-warning" : "text-muted-foreground")}>
        {expires_at === null ? "never" : <RelativeTime time={expires_at} now={now} />}
      </td>
      <td className={clsx(CELL, "text-muted-foreground max-lg:hidden")}>
        <RelativeTime time={created_at} now={now} past />
      </td>
      <td className={clsx(CELL, "pr-2")}>
        <span className="flex items-center justify-end">
          <Link
            href={`/requests?key=${id}`}
            aria-label={`View requests of ${name}`}
            data-tooltip="Requests"
            className={ICON}
          >
            <ScrollText aria-hidden />
          </Link>
          <Link href={`/usage?key=${id}`} aria-label={`View usage of ${name}`} data-tooltip="Usage" className={ICON}>
            <ChartColumn aria-hidden />
          </Link>
          <RowMenu apiKey={apiKey} isRevoked={state === "revoked"} actions={actions} />
        </span>
      </td>
    </tr>
  );
});

const CELL = "h-9 px-2 py-0";
const WIDE = "max-md:hidden";
/** Action buttons that look like an IconButton. On phones they are in the menu. */
const ICON =
  "grid size-7 place-items-center rounded-lg text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.06] hover:text-foreground max-md:hidden pointer-coarse:size-9 [&>svg]:size-3.5";

/** Sign that the secret before the last rotation still works. */
function OverlapMark({ endsAt, now }: { endsAt: number | null; now: number }) {
  if (endsAt === null || endsAt <= now) return null;
  const words = `The old secret works until ${formatExactTime(endsAt)}`;
  return (
    <span role="img" aria-label={words} data-tooltip={words} className="text-warning">
      <RotateCw aria-hidden className="size-3.5" />
    </span>
  );
}

function RowMenu({ apiKey, isRevoked, actions }: { apiKey: ApiKey; isRevoked: boolean; actions: KeyActions }) {
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        label={`Actions for ${apiKey.name}`}
        data-tooltip="Actions"
        aria-haspopup="menu"
        aria-expanded={menu === "open" ? true : undefined}
        onClick={() => setMenu("open")}
      >
        <Ellipsis />
      </IconButton>
      {menu !== "never" && (
        <KeyMenu
          open={menu === "open"}
          anchor={button}
          apiKey={apiKey}
          isRevoked={isRevoked}
          actions={actions}
          onClose={() => setMenu("closed")}
        />
      )}
    </>
  );
}
