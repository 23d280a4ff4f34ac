"use client";

import { KeyRound, Pencil, RotateCw, TriangleAlert, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import {
  actionsFor,
  adviceFor,
  type FailureAction,
  type GatewayFailure,
  titleOfFailure,
} from "#lib/playground/errors.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

type Handlers = { onRetry: () => void; onRemoveParameter: (name: string) => void; onEdit: () => void };

/** What happened, who said it, in its own words, and what can be done about it. */
export function FailureCard({
  failure,
  setParameters,
  handlers,
}: {
  failure: GatewayFailure;
  /** Names of the parameters that the request had: one that was refused can be taken away. */
  setParameters: readonly string[];
  /** Absent where nothing can be done any more. */
  handlers?: Handlers;
}) {
  const advice = adviceFor(failure);
  return (
    <section
      role="alert"
      className="animate-rise overflow-hidden rounded-2xl border border-destructive/25 bg-destructive/[0.05] px-4 py-3.5"
    >
      <h2 className="flex items-center gap-2 font-medium text-destructive">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {titleOfFailure(failure)}
      </h2>
      <p className="mt-1.5 whitespace-pre-wrap break-words text-[15px] leading-6">{failure.message}</p>
      {advice && <p className="mt-1 text-muted-foreground">{advice}</p>}
      <dl className="text-numeric mt-2.5 flex flex-wrap gap-x-4 gap-y-1">
        <Fact name="status" value={failure.status} />
        <Fact name="type" value={failure.type} />
        <Fact name="code" value={failure.code} />
        <Fact name="param" value={failure.param} />
        <Fact name="from" value={failure.upstream} />
        <Fact name="request" value={failure.requestId}>
          <CopyButton size="small" label="Copy request id" text={() => failure.requestId ?? ""} />
        </Fact>
      </dl>
      {handlers && (
        <div className="mt-3 flex flex-wrap gap-2">
          {actionsFor(failure, setParameters).map((action) => (
            <ActionButton key={action.kind} action={action} {...handlers} />
          ))}
        </div>
      )}
    </section>
  );
}

function Fact({ name, value, children }: { name: string; value?: string | number; children?: ReactNode }) {
  if (value === undefined || value === "") return null;
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="flex min-w-0 items-center gap-0.5 break-all">
        {value}
        {children}
      </dd>
    </div>
  );
}

function ActionButton({ action, onRetry, onRemoveParameter, onEdit }: Handlers & { action: FailureAction }) {
  const router = useRouter();
  switch (action.kind) {
    case "retry":
      return <RetryButton wait={action.waitMilliseconds ?? 0} onRetry={onRetry} />;
    case "remove-parameter":
      return (
        <Button variant="primary" onClick={() => onRemoveParameter(action.parameter)}>
          <X aria-hidden /> Remove {action.parameter} and retry
        </Button>
      );
    case "sign-in":
      return (
        <Button variant="primary" onClick={() => router.push(`/sign-in?next=${location.pathname}${location.search}`)}>
          <KeyRound aria-hidden /> Sign in
        </Button>
      );
    case "edit":
      return (
        <Button onClick={onEdit}>
          <Pencil aria-hidden /> Edit
        </Button>
      );
    default:
      return action satisfies never;
  }
}

/** Counts Retry-After down on a ring and opens when it has passed. */
function RetryButton({ wait, onRetry }: { wait: number; onRetry: () => void }) {
  const [until] = useState(() => performance.now() + wait);
  const [left, setLeft] = useState(wait);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setInterval(() => {
      const rest = Math.max(0, until - performance.now());
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [until, wait]);
  const share = wait === 0 ? 0 : left / wait;
  return (
    <Button variant="primary" disabled={left > 0} onClick={onRetry}>
      {left > 0 ? (
        <svg viewBox="0 0 16 16" className="size-3.5 -rotate-90" aria-hidden="true">
          <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
          <circle
            cx="8"
            cy="8"
            r="6.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            pathLength="1"
            strokeDasharray={`${share} 1`}
          />
        </svg>
      ) : (
        <RotateCw aria-hidden />
      )}
      {left > 0 ? `Retry in ${Math.ceil(left / 1000)} s` : "Retry"}
    </Button>
  );
}
