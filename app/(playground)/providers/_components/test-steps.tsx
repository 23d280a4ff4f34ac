import { clsx } from "clsx";
import { CircleCheck, CircleX } from "lucide-react";
import type { ProviderTestStep } from "#lib/contract/provider.ts";

const NAMES: Record<ProviderTestStep["name"], string> = { connect: "API", models: "Model list", call: "Test call" };

/** Steps of a test, each with its result or the reason that it failed. */
export function TestSteps({ steps, className }: { steps: readonly ProviderTestStep[]; className?: string }) {
  return (
    <div role="status" className={className}>
      <ul aria-label="Test result" className="flex flex-col gap-1.5 text-[13px]">
        {steps.map(({ name, ok, message, ms }) => {
          const Icon = ok ? CircleCheck : CircleX;
          return (
            <li key={name} className="flex gap-2">
              <Icon
                aria-label={ok ? "Passed" : "Failed"}
                className={clsx("mt-0.5 size-4 shrink-0", ok ? "text-success" : "text-destructive")}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-medium">{NAMES[name]}</span>{" "}
                <span className={ok ? "text-muted-foreground" : "text-destructive"}>{message}</span>{" "}
                <span className="text-numeric whitespace-nowrap text-muted-foreground text-xs">
                  {ms.toLocaleString("en")} ms
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
