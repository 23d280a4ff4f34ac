"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { describeModelCount, SOURCES, STATUSES } from "#app/(playground)/providers/_model/describe-provider.ts";
import { testProvider } from "#app/(playground)/providers/_model/provider-api.ts";
import { Button } from "#components/ui/button.tsx";
import { ProviderMark } from "#components/ui/provider-mark.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { Provider, ProviderTestStep } from "#lib/contract/provider.ts";
import { ProviderStates } from "./provider-states.tsx";
import { TestSteps } from "./test-steps.tsx";

type Test = { busy: boolean; steps?: readonly ProviderTestStep[]; problem?: string };

/** One provider: what it is, where it is configured, and whether it works. */
export function ProviderRow({
  provider,
  onEdit,
  onDisconnect,
}: {
  provider: Provider;
  onEdit: (provider: Provider) => void;
  onDisconnect: (provider: Provider) => void;
}) {
  const { id, name, preset, source, base_url, api_formats, status, problem, model_count } = provider;
  const [test, setTest] = useState<Test>({ busy: false });
  const run = async () => {
    setTest({ busy: true });
    try {
      const { steps } = await testProvider({ id });
      setTest({ busy: false, steps });
    } catch (error) {
      setTest({ busy: false, problem: error instanceof Error ? error.message : "The test could not be run." });
    }
  };
  const facts = [
    SOURCES[source],
    describeModelCount(model_count),
    api_formats.map((format) => API_FORMAT_NAMES[format] ?? format).join(", "),
  ].filter(Boolean);
  return (
    <li className="px-4 py-3 not-first:border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ProviderMark provider={preset ?? id} className="size-5" />
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="truncate font-medium">{name}</span>
            {id !== name && <span className="truncate font-mono text-muted-foreground text-xs">{id}</span>}
            <span
              className={clsx(
                "inline-flex h-5 items-center rounded-full border px-2 text-xs",
                status === "ready"
                  ? "border-success/30 bg-success/[0.07] text-success"
                  : "border-warning/30 bg-warning/[0.07] text-warning",
              )}
            >
              {STATUSES[status]}
            </span>
          </p>
          <p className="text-[13px] text-muted-foreground" title={base_url ?? undefined}>
            {facts.join(" · ")}
          </p>
        </div>
        <span className="flex flex-wrap gap-1.5">
          {base_url !== null && status !== "overridden" && (
            <Button size="small" disabled={test.busy} onClick={() => void run()}>
              {test.busy ? "Testing…" : "Test"}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          {source === "stored" && (
            <>
              <Button size="small" onClick={() => onEdit(provider)}>
                Edit<span className="sr-only"> {name}</span>
              </Button>
              <Button size="small" variant="destructive" onClick={() => onDisconnect(provider)}>
                Disconnect<span className="sr-only"> {name}</span>
              </Button>
            </>
          )}
        </span>
      </div>
      <ProviderStates provider={provider} />
      {problem && <p className="pt-2 text-[13px] text-warning [overflow-wrap:anywhere]">{problem}</p>}
      {test.problem && (
        <p role="alert" className="pt-2 text-[13px] text-destructive">
          {test.problem}
        </p>
      )}
      {test.steps && <TestSteps steps={test.steps} className="pt-2" />}
    </li>
  );
}
