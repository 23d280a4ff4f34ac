"use client";

import { KeyRound, Pencil, Plug, RotateCw, SlidersHorizontal, TriangleAlert, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { getErrorDocs } from "#lib/playground/docs/docs-links.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import {
  chooseAction,
  type FailureAction,
  getFailureTitle,
  getQuote,
  getSentence,
  getSpeaker,
} from "#lib/playground/gateway/failure-advice.ts";
import { Button, ButtonLink } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { RetryButton } from "./retry-button.tsx";

type Handlers = {
  onRetry: () => void;
  onRemoveParameter: (name: string) => void;
  onEdit: () => void;
  /** Absent without a parameter panel. */
  onShowParameter?: (name: string) => void;
};

/** An error: its title, one sentence, one action, and the rest under “Details”. */
export function FailureCard({
  failure,
  setParameters,
  handlers,
  request,
  otherModel,
}: {
  failure: GatewayFailure;
  /** Names of the request's parameters. One that was refused can be removed. */
  setParameters: readonly string[];
  /** Absent when no action is possible any more. */
  handlers?: Handlers;
  /** Identity of the request across retries; absent when it must be resent only by hand. */
  request?: unknown;
  /** Name of the model that a retry would use, when it is not the one that failed. */
  otherModel?: string;
}) {
  const speaker = getSpeaker(failure);
  const sentence = getSentence(failure);
  const quote = getQuote(failure);
  return (
    <section
      role="alert"
      className="animate-rise overflow-hidden rounded-2xl border border-destructive/25 bg-destructive/[0.05] px-4 py-3.5"
    >
      <h2 className="flex items-center gap-2 font-medium text-destructive">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {getFailureTitle(failure)}
      </h2>
      <p className="mt-1.5 whitespace-pre-wrap break-words text-[15px] leading-6">
        {sentence}{" "}
        <Link
          href={getErrorDocs(failure)}
          prefetch={false}
          className="whitespace-nowrap text-[13px] text-muted-foreground underline underline-offset-2 hover:text-foreground"
        >
          Learn more
        </Link>
      </p>
      {quote && <p className="mt-1 line-clamp-2 break-words text-muted-foreground">“{quote}”</p>}
      {handlers && (
        // The countdown is not announced; the alert is announced once.
        <div aria-live="off" className="mt-3 flex flex-wrap gap-2">
          {otherModel ? (
            <Button variant="primary" onClick={handlers.onRetry}>
              <RotateCw aria-hidden /> Retry with {otherModel}
            </Button>
          ) : (
            <ActionButton
              action={chooseAction(failure, setParameters)}
              failure={failure}
              request={request}
              {...handlers}
            />
          )}
        </div>
      )}
      <details className="mt-3 text-muted-foreground text-xs">
        <summary className="w-fit cursor-pointer rounded hover:text-foreground">Details</summary>
        {failure.message !== sentence && (
          <p className="mt-1.5 whitespace-pre-wrap break-words">
            Message{speaker && ` from ${speaker}`}: <span className="text-foreground">{failure.message}</span>
          </p>
        )}
        <dl className="text-numeric mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-foreground">
          <Fact name="status" value={failure.status} />
          <Fact name="type" value={failure.type} />
          <Fact name="code" value={failure.code} />
          <Fact name="param" value={failure.param} />
          {failure.source !== "upstream" && <Fact name="provider" value={failure.upstream} />}
          <Fact name="request" value={failure.requestId}>
            <CopyButton size="small" label="Copy request ID" text={() => failure.requestId ?? ""} />
          </Fact>
        </dl>
      </details>
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

function ActionButton({
  action,
  failure,
  request,
  onRetry,
  onRemoveParameter,
  onEdit,
  onShowParameter,
}: Handlers & { action: FailureAction; failure: GatewayFailure; request: unknown }) {
  const router = useRouter();
  switch (action.kind) {
    case "retry":
      return <RetryButton failure={failure} request={request} onRetry={onRetry} />;
    case "remove-parameter":
      return (
        <>
          <Button variant="primary" onClick={() => onRemoveParameter(action.parameter)}>
            <X aria-hidden /> Remove {action.parameter} and retry
          </Button>
          {onShowParameter && (
            <Button variant="ghost" onClick={() => onShowParameter(action.parameter)}>
              <SlidersHorizontal aria-hidden /> Change {action.parameter}
            </Button>
          )}
        </>
      );
    case "sign-in":
      return (
        <>
          <Button variant="primary" onClick={() => router.push(`/sign-in?next=${location.pathname}${location.search}`)}>
            <KeyRound aria-hidden /> Sign in
          </Button>
          <RetryButton failure={failure} variant="ghost" onRetry={onRetry} />
        </>
      );
    case "connect-provider":
      return (
        <ButtonLink href="/providers" variant="primary">
          <Plug aria-hidden /> Connect a provider
        </ButtonLink>
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
