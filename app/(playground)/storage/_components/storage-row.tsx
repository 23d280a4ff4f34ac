import { clsx } from "clsx";
import Link from "next/link";
import {
  describePlace,
  formatItems,
  formatKeyEnd,
  formatLifetime,
  formatSize,
  KIND_WORDS,
} from "#app/(playground)/storage/_model/describe-storage.ts";
import { Button } from "#components/ui/button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { CLEARABLE_KINDS, type ClearableKind, type StorageKindUse, type StorageReport } from "#lib/contract/storage.ts";
import { formatBytes, formatCount } from "#lib/playground/streams/metrics.ts";

const CELL = "h-11 px-2 py-1 text-[13px]/5";
const WIDE = "max-md:hidden";
const SHOWN_KEYS = 3;

export function StorageRow({
  use,
  report,
  now,
  onClear,
}: {
  use: StorageKindUse;
  report: StorageReport;
  now: number;
  onClear: (kind: ClearableKind) => void;
}) {
  const { kind, items, oldest_at: oldest, setting, clearing } = use;
  const { label } = KIND_WORDS[kind];
  const clearable = CLEARABLE_KINDS.find((one) => one === kind);
  const lifetime = formatLifetime(use);
  const keyEnd = formatKeyEnd(use);
  return (
    <tr className="[&>td]:border-b hover:[&>td]:bg-foreground/[0.025]">
      <td className={clsx(CELL, "pl-4")}>
        <span className="block font-medium">{label}</span>
        <span className="block text-muted-foreground text-xs md:hidden">
          {formatItems(kind, items)} · {use.keep_seconds === null ? lifetime : `for ${lifetime}`}
          {keyEnd && `, or ${keyEnd}`}
        </span>
      </td>
      <td className={clsx(CELL, "whitespace-nowrap text-right tabular-nums")}>{formatSize(use)}</td>
      <td className={clsx(CELL, WIDE, "text-right tabular-nums")}>{formatCount(items)}</td>
      <td className={clsx(CELL, WIDE, "whitespace-nowrap text-muted-foreground")}>
        {oldest === null ? "—" : <RelativeTime time={oldest} now={now} past />}
      </td>
      <td className={clsx(CELL, WIDE)}>
        <span className="block whitespace-nowrap">{lifetime}</span>
        {keyEnd && <span className="block text-muted-foreground text-xs">or {keyEnd}</span>}
        {setting && <code className="block font-mono text-muted-foreground text-xs">{setting}</code>}
      </td>
      <td className={clsx(CELL, "whitespace-nowrap text-muted-foreground max-xl:hidden")}>
        {describePlace(kind, report)}
      </td>
      <td className={clsx(CELL, "max-w-64 text-muted-foreground max-lg:hidden")}>
        <TopKeys use={use} />
      </td>
      <td className={clsx(CELL, "pr-4 text-right")}>
        {clearable && (
          <Button
            aria-label={`Clear ${label.toLowerCase()}`}
            disabled={clearing || items === 0}
            onClick={() => onClear(clearable)}
          >
            {clearing ? "Clearing…" : "Clear…"}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Keys that store most of a kind. The log has too many rows to sum up here: Usage does. */
function TopKeys({ use: { kind, keys } }: { use: StorageKindUse }) {
  if (kind === "requests") {
    return (
      <Link
        href="/usage?group=key"
        prefetch={false}
        className="text-foreground underline decoration-foreground/30 underline-offset-2"
      >
        Usage by key
      </Link>
    );
  }
  if (keys.length === 0) return "—";
  return (
    <span className="block truncate">
      {keys
        .slice(0, SHOWN_KEYS)
        .map(({ name, key_id, bytes }) => `${name ?? key_id} ${formatBytes(bytes)}`)
        .join(", ")}
    </span>
  );
}
