"use client";

import { clsx } from "clsx";
import { ChevronDown, Circle, CircleAlert, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useCatalogue } from "#components/use-catalogue.ts";
import { isOffline, listUpstreams } from "#lib/playground/models/models.ts";
import { noteSetupDone } from "#lib/playground/shell/preferences.ts";
import { fetchSetup, type Setup } from "../_model/fetch-setup.ts";

/** Checklist of the three first steps, with their state. Folds away once they are done. */
export function GetStarted() {
  const catalogue = useCatalogue();
  const { session } = catalogue;
  const [setup, setSetup] = useState<Setup>();
  /** Undefined until the user opens or folds the list. */
  const [shown, setShown] = useState<boolean>();
  useEffect(() => {
    if (!session) return;
    const leaving = new AbortController();
    // Without an answer the steps are shown without their state.
    fetchSetup(session, leaving.signal).then(setSetup, () => {});
    return () => leaving.abort();
  }, [session]);
  const upstreams = listUpstreams(catalogue);
  const hasProvider = setup?.hasProvider ?? (upstreams.length > 0 && !isOffline(upstreams));
  const steps = [
    {
      done: hasProvider,
      href: "/providers",
      title: "Connect a provider",
      detail: "Paste a key of OpenAI, Anthropic, Google or another provider. The built-in sandbox works without one.",
    },
    {
      done: setup?.hasKey ?? false,
      href: "/keys?create",
      title: "Create a key",
      detail: "Give each app its own key, to see its usage and revoke it alone.",
    },
    {
      done: setup?.hasRequest ?? false,
      href: "/chat",
      title: "Send a request",
      detail: "From the playground, or with the code below.",
    },
  ];
  const done = steps.filter((step) => step.done).length;
  const isDone = setup !== undefined && done === steps.length;
  useEffect(() => {
    if (setup) noteSetupDone(isDone);
  }, [setup, isDone]);
  const folded = shown === undefined ? isDone : !shown;
  return (
    <section aria-labelledby="get-started" className="@container">
      {setup?.configProblem && (
        <p role="alert" className="mb-4 flex gap-2.5 rounded-2xl border border-warning/50 bg-warning/10 px-4 py-3">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 break-words">
            The last change of <code className="font-mono text-[13px]">{setup.configProblem.path}</code> is not in use:{" "}
            {setup.configProblem.problem}
          </span>
        </p>
      )}
      <h2 id="get-started">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={() => setShown(folded)}
          className="flex h-10 items-center gap-2 rounded-lg font-semibold text-base tracking-tight"
        >
          Get started
          <span className="font-normal text-muted-foreground text-sm">{setup ? `${done} of 3 done` : ""}</span>
          <ChevronDown
            aria-hidden
            className={clsx("size-4 transition-transform duration-150", folded && "-rotate-90")}
          />
        </button>
      </h2>
      <ol className={clsx("setup-steps mt-2 gap-2.5 @xl:grid-cols-3", folded ? "hidden" : "grid")} data-shown={shown}>
        {steps.map(({ done: isStepDone, href, title, detail }) => {
          const Icon = isStepDone ? CircleCheck : Circle;
          return (
            <li key={title} className="min-w-0">
              <Link
                href={href}
                className="flex h-full gap-3 rounded-2xl border bg-card px-4 py-3.5 transition-colors duration-150 hover:border-foreground/25"
              >
                <Icon
                  aria-hidden
                  className={clsx("mt-0.5 size-4 shrink-0", isStepDone ? "text-success" : "text-muted-foreground")}
                />
                <span className="min-w-0">
                  <span className="block font-medium">
                    {title}
                    {isStepDone && <span className="sr-only">, done</span>}
                  </span>
                  <span className="mt-0.5 block text-[13px] text-muted-foreground leading-[18px]">{detail}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
