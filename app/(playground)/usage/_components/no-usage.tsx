import { ChartColumn, MessageCircle } from "lucide-react";
import Link from "next/link";
import type { UsageRange } from "#app/(playground)/usage/_model/usage-view.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";

const WHEN: Record<UsageRange, string> = {
  today: "today",
  "7d": "in the last 7 days",
  "30d": "in the last 30 days",
  "90d": "in the last 90 days",
  custom: "on these days",
};

/** Explains how to get data to show. */
export function NoUsage({ range, keptDays }: { range: UsageRange; keptDays: number }) {
  return (
    <NoRecords
      icon={ChartColumn}
      title={`No requests ${WHEN[range]}`}
      actions={
        <>
          <ButtonLink variant="primary" href="/chat">
            <MessageCircle aria-hidden />
            Send the first message
          </ButtonLink>
          <Link href="/" className="text-[13px] text-muted-foreground underline-offset-4 hover:underline">
            Or see the address for your SDK
          </Link>
        </>
      }
    >
      Ask a model something. Sums go back {keptDays} days.
    </NoRecords>
  );
}
