"use client";

import { Activity, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import {
  DIALECT_NAMES,
  describeNextStep,
  getRequestTitle,
  LANE_NAMES,
  LANE_WORDS,
  statusWords,
  tokensPerSecond,
} from "#app/(playground)/requests/_model/request-facts.ts";
import { PromptCacheFacts } from "#components/inspector/prompt-cache-facts.tsx";
import { usePromptCache } from "#components/inspector/use-prompt-cache.ts";
import { AttemptLines } from "#components/route-attempts/attempt-lines.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { formatCost } from "#lib/playground/models/cost.ts";
import { setZoneOpen } from "#lib/playground/shell/preferences.ts";
import { formatExactTime } from "#lib/playground/shell/relative-time.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";
import { DialectName } from "./dialect-name.tsx";
import { RecordActions } from "./record-actions.tsx";
import { StatusMark } from "./status-mark.tsx";
import type { SetFilter } from "./use-filters.ts";

/** Everything logged about one request, and what to do next. */
export function RequestDetails({
  request,
  admin,
  onFilter,
  onClose,
}: {
  request: LoggedRequest | undefined;
  admin: boolean;
  onFilter: SetFilter;
  onClose: () => void;
}) {
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <h2 className="min-w-0 flex-1 truncate font-medium tracking-tight">
          {request ? getRequestTitle(request) : "Request"}
        </h2>
        <IconButton label="Close details" keys="Esc" tooltipSide="bottom" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {request ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-6 pb-safe">
          <Outcome request={request} />
          <Attempts request={request} />
          <Facts request={request} admin={admin} onFilter={onFilter} />
          <PromptCache id={request.id} />
          <TraceHint request={request} />
        </div>
      ) : (
        <p className="p-4 text-[13px] text-muted-foreground">Select a request to see its details.</p>
      )}
    </>
  );
}

function Outcome({ request }: { request: LoggedRequest }) {
  const { status, error } = request;
  const step = describeNextStep(request);
  if (status < 400 && !error) {
    return (
      <p className="flex items-center gap-2 text-[13px]">
        <StatusMark status={status} />
        {statusWords(status)}
      </p>
    );
  }
  return (
    <section className="rounded-xl border border-destructive/25 bg-destructive/[0.05] px-3 py-2.5">
      <h3 className="flex items-center gap-2 font-medium text-[13px]">
        <StatusMark status={status} />
        {statusWords(status)}
      </h3>
      {error && <p className="mt-1.5 whitespace-pre-wrap break-words text-[13px] leading-5">{error}</p>}
      {step && <p className="mt-1.5 text-[13px] text-muted-foreground leading-5">{step}</p>}
    </section>
  );
}

function Facts({ request, admin, onFilter }: { request: LoggedRequest; admin: boolean; onFilter: SetFilter }) {
  const { id, time, key, route, dialect, lane, upstream, model, target, group, tags, stream, dropped, emulated } =
    request;
  const { prompt } = request;
  const { input_tokens, output_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, video_seconds } = request;
  const { images, first_byte_ms, total_ms, request_bytes, response_bytes, cost, cost_about } = request;
  const speed = tokensPerSecond(request);
  return (
    <>
      <Group title="Request">
        <Fact name="ID">
          <span className="flex min-w-0 items-center gap-0.5">
            <code className="min-w-0 break-all font-mono text-[12px]">{id}</code>
            <CopyButton size="small" label="Copy request ID" text={() => id} />
          </span>
        </Fact>
        <Fact name="Arrived">{formatExactTime(time)}</Fact>
        <Fact name="Route">{route && <code className={CODE}>{route}</code>}</Fact>
        <Fact name="API">{dialect && <DialectName dialect={dialect} />}</Fact>
        <Fact name="Model">
          {model && <Narrow label={`Only ${model}`} onClick={() => onFilter("model", model)} words={model} />}
        </Fact>
        <Fact name="Prompt">{prompt && <code className={CODE}>{prompt}</code>}</Fact>
        <Fact name="Responded by">{target && target !== model && <code className={CODE}>{target}</code>}</Fact>
        <Fact name="Provider">
          {upstream && (
            <Narrow label={`Only ${upstream}`} onClick={() => onFilter("upstream", upstream)} words={upstream} />
          )}
        </Fact>
        <Fact name="Routing" title={lane ? LANE_WORDS[lane] : undefined}>
          {lane && (LANE_NAMES[lane] ?? lane)}
        </Fact>
        <Fact name="Key">
          {key &&
            (admin ? (
              <Narrow label={`Only the key ${key.name}`} onClick={() => onFilter("key", key.id)} words={key.name} />
            ) : (
              key.name
            ))}
          {key?.prefix && <code className="ml-1.5 font-mono text-xs text-muted-foreground">{key.prefix}…</code>}
        </Fact>
        <Fact name="Group">{group}</Fact>
        <Fact name="Tags">{tags.join(", ")}</Fact>
        <Fact name="Streamed">{stream ? "yes" : "no"}</Fact>
      </Group>
      <Group title="Tokens and cost">
        <Fact name="Input">{count(input_tokens)}</Fact>
        <Fact name="Cached input">{count(cached_tokens)}</Fact>
        <Fact name="Written to cache">{count(cache_write_tokens)}</Fact>
        <Fact name="Output">{count(output_tokens)}</Fact>
        <Fact name="Reasoning">{count(reasoning_tokens)}</Fact>
        <Fact name="Images">{count(images)}</Fact>
        <Fact name="Video">{video_seconds === null ? null : `${formatCount(video_seconds)} s`}</Fact>
        <Fact name="Cost" title="At current prices">
          {cost === null ? "unknown" : formatCost({ amount: cost, about: cost_about })}
        </Fact>
      </Group>
      <Group title="Times and sizes">
        <Fact name="First byte">{first_byte_ms === null ? null : formatDuration(first_byte_ms)}</Fact>
        <Fact name="Total">{formatDuration(total_ms)}</Fact>
        <Fact name="Speed">{speed === undefined ? null : `${speed.toFixed(1)} tok/s`}</Fact>
        <Fact name="Request">{formatBytes(request_bytes)}</Fact>
        <Fact name="Response">{formatBytes(response_bytes)}</Fact>
      </Group>
      {emulated.length > 0 && (
        <Section title="Done by the gateway">
          <p className="text-[13px] text-muted-foreground">
            The provider doesn’t support these, so the gateway did them itself.
          </p>
          <ul className="mt-1.5 flex flex-wrap gap-1">
            {emulated.map((name) => (
              <li key={name} className="rounded-md bg-muted px-1.5 py-0.5 font-mono text-[12px]">
                {name}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {dropped.length > 0 && (
        <Section title="Ignored fields">
          <p className="text-[13px] text-muted-foreground">
            The provider doesn’t support these fields, so they were ignored.
          </p>
          <ul className="mt-1.5 flex flex-wrap gap-1">
            {dropped.map((name) => (
              <li key={name} className="rounded-md bg-warning/10 px-1.5 py-0.5 font-mono text-[12px] text-warning">
                {name}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** A line for each attempt of a route. */
function Attempts({ request: { attempts } }: { request: LoggedRequest }) {
  if (attempts.length === 0) return null;
  return (
    <Section title="Attempts">
      <AttemptLines attempts={attempts.map(({ dropped, ...attempt }) => ({ ...attempt, lost: dropped }))} />
    </Section>
  );
}

/** The prompt beside that of the request before it in its conversation. */
function PromptCache({ id }: { id: string }) {
  const comparison = usePromptCache(id);
  if (!comparison) return null;
  return (
    <Section title="Prompt cache">
      <div className="text-[13px] leading-5">
        <PromptCacheFacts comparison={comparison} />
      </div>
    </Section>
  );
}

function TraceHint({ request }: { request: LoggedRequest }) {
  const { exchange, recorded, dialect } = request;
  return (
    <Section title="Trace">
      <div className="text-[13px] text-muted-foreground">
        {exchange || recorded ? (
          <Button
            size="small"
            onClick={() => {
              // On phones both zones are sheets, so only one can be open.
              if (!matchMedia("(min-width: 640px)").matches) setZoneOpen("panel", false);
              setZoneOpen("wire", true);
            }}
          >
            <Activity aria-hidden />
            Open trace
          </Button>
        ) : (
          <NoTrace />
        )}
        {(exchange || recorded) && dialect && DIALECT_NAMES[dialect]?.page && <RecordActions request={request} />}
      </div>
    </Section>
  );
}

/** Explains why there is no trace, and how to record one. */
function NoTrace() {
  return (
    <p>
      No trace for this request. Traces are saved for five minutes when a request sends{" "}
      <code className="font-mono text-[12px]">x-gateway-keep: events</code> (the{" "}
      <Link className="underline underline-offset-2" href="/chat">
        {" "}
        playground{" "}
      </Link>{" "}
      always does), and only the key that sent it can view them. For longer, turn on “Record bodies” of its{" "}
      <Link className="underline underline-offset-2" href="/keys">
        key
      </Link>
      .
    </p>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="group-title pb-1.5">{title}</h3>
      {children}
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-1">{children}</dl>
    </Section>
  );
}

/** A labelled value. Renders nothing when the value is unknown. */
function Fact({ name, title, children }: { name: string; title?: string | undefined; children: ReactNode }) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <div className="contents text-[13px]">
      <dt className="py-0.5 text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words py-0.5 tabular-nums" title={title}>
        {children}
      </dd>
    </div>
  );
}

function Narrow({ label, words, onClick }: { label: string; words: string; onClick: () => void }) {
  return (
    <button
      type="button"
      data-tooltip={label}
      className="break-all text-left underline decoration-foreground/25 underline-offset-2 transition-colors hover:decoration-foreground"
      onClick={onClick}
    >
      {words}
    </button>
  );
}

const CODE = "break-all font-mono text-[12px]";

const count = (value: number | null): string | null => (value === null ? null : formatCount(value));
