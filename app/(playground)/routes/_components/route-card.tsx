"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { listSettings } from "#app/(playground)/routes/_model/describe-route.ts";
import { type RouteTest, testRoute } from "#app/(playground)/routes/_model/route-api.ts";
import { Button } from "#components/ui/button.tsx";
import { useListedModel } from "#components/use-catalogue.ts";
import type { ModelRoute } from "#lib/contract/route-state.ts";
import { findPage } from "#lib/playground/models/find-page.ts";
import { isTextModel } from "#lib/playground/models/models.ts";
import { TargetRow } from "./target-row.tsx";
import { TestResult } from "./test-result.tsx";
import { useAttemptCounts } from "./use-routes.ts";

type Test = { busy: boolean; result?: RouteTest; problem?: string };

/** One route: its models and their states, its settings, and a test. */
export function RouteCard({ route }: { route: ModelRoute }) {
  const { name, targets, on, aliases } = route;
  const client = useQueryClient();
  const counts = useAttemptCounts(name);
  const listed = useListedModel(name);
  const [test, setTest] = useState<Test>({ busy: false });
  // A test of an image costs money and time: that is for its page.
  const canTest = !listed || isTextModel(listed);
  const run = async (down?: string) => {
    setTest({ busy: true });
    try {
      setTest({ busy: false, result: await testRoute(name, down) });
    } catch (error) {
      setTest({ busy: false, problem: error instanceof Error ? error.message : "The test could not be run." });
    }
    await client.invalidateQueries({ queryKey: ["routes"] });
  };
  const settings = listSettings(route);
  return (
    <li aria-labelledby={`route-${name}`} className="overflow-hidden rounded-2xl border bg-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 id={`route-${name}`} className="truncate font-medium font-mono">
            {name}
          </h2>
          {(settings.length > 0 || aliases.length > 0) && (
            <p className="text-[13px] text-muted-foreground">
              {[...(aliases.length > 0 ? [`Also ${aliases.join(", ")}`] : []), ...settings].join(" · ")}
            </p>
          )}
        </div>
        {canTest ? (
          <Button size="small" disabled={test.busy} onClick={() => void run()}>
            {test.busy ? "Testing…" : "Test"}
            <span className="sr-only"> {name}</span>
          </Button>
        ) : (
          <Link href={findPage(listed)} className="text-[13px] text-muted-foreground underline underline-offset-2">
            Test it on its page
          </Link>
        )}
      </div>
      <ul aria-label={`Models of ${name}`} className="border-t">
        {targets.map((target) => (
          <TargetRow
            key={target.model}
            target={target}
            count={counts.data?.get(target.model)}
            onPullDown={canTest && !test.busy ? () => void run(target.model) : undefined}
          />
        ))}
      </ul>
      {test.problem && (
        <p role="alert" className="border-t px-4 py-2.5 text-[13px] text-destructive">
          {test.problem}
        </p>
      )}
      {test.result && <TestResult test={test.result} />}
      <p className="border-t px-4 py-2.5 text-[13px] text-muted-foreground">Switches on {on.join(", ")}</p>
    </li>
  );
}
