"use client";

import { Suspense } from "react";
import { resolvePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import { readUsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { PlainPage } from "#components/shell/plain-page.tsx";
import { UsageFrame } from "./usage-frame.tsx";
import { UsageStage } from "./usage-stage.tsx";

const nothing = () => {};

export function UsagePage() {
  return (
    <PlainPage
      title="Usage"
      description="Usage by model, provider, key, API, group, tag and route. Cost appears where the price is known."
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        {/* The address determines the view, and the server that renders the page does not know it. */}
        <Suspense fallback={<UsageFrame view={USUAL} period={resolvePeriod(USUAL, 0)} onChange={nothing} />}>
          <UsageStage />
        </Suspense>
      </div>
    </PlainPage>
  );
}

const USUAL = readUsageView(new URLSearchParams());
