import { MessageCircle } from "lucide-react";
import Link from "next/link";
import type { UsageRange } from "#app/(playground)/usage/_model/usage-view.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { BarsFigure } from "#components/ui/record-figures.tsx";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";

const WHEN: Record<UsageRange, string> = {
  today: "today",
  "7d": "in the last 7 days",
  "30d": "in the last 30 days",
  "90d": "in the last 90 days",
  custom: "in this period",
};

/** Explains how to get data to show. */
export function NoUsage({ range, keptDays }: { range: UsageRange; keptDays: number }) {
  return (
    <NoRecords
      figure={<BarsFigure />}
      docs={PAGE_DOCS["/usage"] ?? "/docs"}
      title={`No requests ${WHEN[range]}`}
      actions={
        <>
          <ButtonLink variant="primary" href="/chat">
            <MessageCircle aria-hidden />
            Open the playground
          </ButtonLink>
          <Link href="/" className="text-[13px] text-muted-foreground underline-offset-4 hover:underline">
            Or see the base URL for your SDK
          </Link>
        </>
      }
    >
      Send a request to see usage here. Data is saved for {keptDays} days.
    </NoRecords>
  );
}
