"use client";

import { ConfigNotice } from "#components/ui/config-notice.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import type { ModelRouteList } from "#lib/contract/route-state.ts";
import { NoRoutes } from "./no-routes.tsx";
import { RouteCard } from "./route-card.tsx";
import { useRoutes } from "./use-routes.ts";

/** The routes of the config file, or an example of one. @param admin false until the user is known to be one */
export function RoutesStage({ admin }: { admin: boolean }) {
  const { data, error, refetch } = useRoutes();
  if (admin && error && !data)
    return <ReadFailure what="the routes" why={error.message} onRetry={() => void refetch()} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto flex w-full max-w-page flex-1 flex-col gap-4 px-4 pt-1 pb-10">
        {data && <ConfigNotice config={data.config} />}
        {data?.data.length === 0 ? (
          <NoRoutes path={data.config.path} />
        ) : (
          <>
            {data && <FromFile config={data.config} />}
            <ul aria-label="Routes" aria-busy={!data} className="flex flex-col gap-4">
              {data ? data.data.map((route) => <RouteCard key={route.name} route={route} />) : <Placeholder />}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** The place to change routes: the config file. */
function FromFile({ config: { path } }: { config: ModelRouteList["config"] }) {
  return (
    <p className="flex items-center gap-1 text-[13px]/6 text-muted-foreground">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        From <code className="font-mono text-foreground text-xs">{path}</code>
      </span>
      <CopyButton size="small" label="Copy the path of the config file" text={() => path} />
    </p>
  );
}

function Placeholder() {
  return (
    <li className="flex h-32 items-center rounded-2xl border bg-card px-4">
      <span className="block h-2.5 w-64 animate-[rise_150ms_150ms_backwards] rounded-full bg-foreground/[0.06]" />
    </li>
  );
}
