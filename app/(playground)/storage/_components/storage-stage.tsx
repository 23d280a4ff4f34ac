"use client";

import { formatSize } from "#app/(playground)/storage/_model/describe-storage.ts";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { useNow } from "#components/use-now.ts";
import type { ClearableKind, StorageReport } from "#lib/contract/storage.ts";
import { StorageTable } from "./storage-table.tsx";
import { useStorage } from "./use-storage.ts";

/** Everything that is stored, or the reason why it is unknown. */
export function StorageStage({ ready, onClear }: { ready: boolean; onClear: (kind: ClearableKind) => void }) {
  const { data, error, refetch } = useStorage(ready);
  const now = useNow(30_000);
  if (error && !data) return <ReadFailure what="the storage" why={error.message} onRetry={() => void refetch()} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-10">
      {data && <Places report={data} now={now} />}
      <StorageTable report={data} now={now} onClear={onClear} />
    </div>
  );
}

/** Places of the data: the database, and the folder or bucket of files. */
function Places({ report: { database, blobs, measured_at }, now }: { report: StorageReport; now: number }) {
  return (
    <dl className="mx-auto grid w-full max-w-page shrink-0 grid-cols-3 gap-x-6 gap-y-3 px-4 pt-1 pb-4 text-[13px]/5 max-md:grid-cols-1">
      <Place
        name={database.engine === "sqlite" ? "Database: SQLite" : "Database: Postgres"}
        place={database.path ?? "DATABASE_URL"}
        note={formatSize(database)}
      />
      <Place
        name={blobs.store === "s3" ? "Files: S3 bucket" : "Files: folder"}
        place={blobs.place}
        note={blobs.endpoint ?? undefined}
      />
      <div>
        <dt className="text-muted-foreground">Measured</dt>
        <dd>
          <RelativeTime time={measured_at} now={now} past />
        </dd>
      </div>
    </dl>
  );
}

function Place({ name, place, note }: { name: string; place: string; note?: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        <code className="font-mono text-xs">{place}</code>
        {note && <span className="text-muted-foreground"> · {note}</span>}
      </dd>
    </div>
  );
}
