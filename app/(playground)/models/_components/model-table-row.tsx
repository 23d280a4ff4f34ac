"use client";

import { clsx } from "clsx";
import { Pin } from "lucide-react";
import { memo, type ReactNode } from "react";
import { getErrorRate, type ModelRow } from "#app/(playground)/models/_model/arrange-models.ts";
import { ButtonLink, IconButton } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ProviderMark } from "#components/ui/provider-mark.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { describePrices } from "#lib/playground/models/cost.ts";
import { findPage } from "#lib/playground/models/find-page.ts";
import { describeCapabilities, formatContext, type Model } from "#lib/playground/models/models.ts";
import { togglePinnedModel } from "#lib/playground/models/saved-models.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";

const WIDE = "@max-5xl:hidden";
const FROM_TABLET = "@max-2xl:hidden";
const NUMBER = "text-right tabular-nums whitespace-nowrap";
/** Share of failed requests from which the number is a warning. */
const NOTABLE_ERROR_RATE = 0.05;

export const MODEL_COLUMNS = [
  { name: "Model", className: "pl-4" },
  { name: "APIs", className: WIDE },
  { name: "Capabilities", className: "@max-3xl:hidden" },
  { name: "Context", className: `${FROM_TABLET} text-right!` },
  { name: "Price in / out", className: `${FROM_TABLET} text-right!` },
  { name: "Latency p50", className: `${FROM_TABLET} text-right!` },
  { name: "Errors", className: `${FROM_TABLET} text-right!` },
];

/** A model with its facts. In a narrow list the facts stand in lines below its name. */
export const ModelTableRow = memo(function ModelTableRow({
  row: { model, provider, health },
  isPinned,
}: {
  row: ModelRow;
  isPinned: boolean;
}) {
  const { id, name, contextWindow, retiresAt, aliasOf } = model;
  const price = describePrices(model);
  const context = contextWindow === undefined ? DASH : formatContext(contextWindow);
  const latency = health?.total_p50_ms == null ? DASH : formatDuration(health.total_p50_ms);
  const rate = getErrorRate(health);
  const errors = rate === undefined ? DASH : <ErrorRate rate={rate} requests={health?.requests ?? 0} />;
  const capabilities = describeCapabilities(model);
  return (
    <tr className="hover:[&>td]:bg-foreground/[0.025] [&>td]:border-b">
      <td className={clsx(CELL, "w-full max-w-0 min-w-52 pl-4")}>
        <span className="flex min-w-0 items-center gap-2.5">
          <ProviderMark provider={provider} className="size-4" />
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-x-2 @max-2xl:flex-wrap">
              <span className="truncate font-medium">{name}</span>
              <span className="group-title flex min-w-0 items-center">
                {id !== name && (
                  <code className="truncate font-mono" title={id}>
                    {id}
                  </code>
                )}
                <CopyButton size="small" label={`Copy ${id}`} text={() => id} />
              </span>
              {aliasOf && <span className="group-title truncate font-normal">alias of {aliasOf}</span>}
              {retiresAt && <Retirement model={model} retiresAt={retiresAt} />}
            </span>
            <span className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-muted-foreground text-xs @2xl:hidden">
              {capabilities.length > 0 && <span>{capabilities.slice(0, 3).join(" · ")}</span>}
              {contextWindow !== undefined && <span>{context} context</span>}
              {price && <span>{price}</span>}
              {health && <span>{latency} p50</span>}
              {health && <span>{errors} errors</span>}
            </span>
          </span>
        </span>
      </td>
      <td className={clsx(CELL, WIDE, "whitespace-nowrap text-[13px] text-muted-foreground")}>
        {describeApis(model, provider) || DASH}
      </td>
      <td className={clsx(CELL, "whitespace-nowrap text-[13px] text-muted-foreground @max-3xl:hidden")}>
        <span title={capabilities.join(", ")}>{capabilities.slice(0, 3).join(" · ") || DASH}</span>
      </td>
      <td className={clsx(CELL, NUMBER, FROM_TABLET, "text-[13px] text-muted-foreground")}>{context}</td>
      <td className={clsx(CELL, NUMBER, FROM_TABLET, "text-[13px]")}>{price ?? DASH}</td>
      <td className={clsx(CELL, NUMBER, FROM_TABLET, "text-[13px]")}>{latency}</td>
      <td className={clsx(CELL, NUMBER, FROM_TABLET, "text-[13px]")}>{errors}</td>
      <td className={clsx(CELL, "pr-3")}>
        <span className="flex items-center justify-end gap-1">
          <IconButton
            size="small"
            label={isPinned ? `Unpin ${name}` : `Pin ${name}`}
            aria-pressed={isPinned}
            onClick={() => togglePinnedModel(id)}
          >
            <Pin fill={isPinned ? "currentColor" : "none"} className={isPinned ? "text-foreground" : undefined} />
          </IconButton>
          <ButtonLink size="small" href={findPage(model)}>
            Try<span className="sr-only"> {name}</span>
          </ButtonLink>
        </span>
      </td>
    </tr>
  );
});

const CELL = "h-9 px-2 py-0 @max-2xl:py-2";
const DASH = <span className="text-muted-foreground">–</span>;

function describeApis({ apiFormats = [] }: Model, provider: string): ReactNode {
  if (apiFormats.length > 0) {
    return apiFormats.map((format) => API_FORMAT_NAMES[format as ApiFormat] ?? format).join(", ");
  }
  return provider === "sandbox" ? "Built in" : "";
}

function ErrorRate({ rate, requests }: { rate: number; requests: number }) {
  const percent = rate > 0 && rate < 0.001 ? "<0.1%" : `${+(rate * 100).toFixed(1)}%`;
  return (
    <span
      title={`${requests.toLocaleString("en")} requests in the last hour`}
      className={rate >= NOTABLE_ERROR_RATE ? "text-destructive" : "text-muted-foreground"}
    >
      {percent}
    </span>
  );
}

function Retirement({ model: { replacedBy }, retiresAt }: { model: Model; retiresAt: string }) {
  const day = new Date(retiresAt).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
  return (
    <span className="truncate text-warning text-xs">
      Retires on {day}
      {replacedBy && `. Use ${replacedBy}`}
    </span>
  );
}
