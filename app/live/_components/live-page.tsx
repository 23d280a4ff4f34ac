"use client";

import { RotateCw, Unlink } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { MessagePage } from "#components/shell/message-page.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { Button } from "#components/ui/button.tsx";
import { LiveDot } from "#components/ui/live-dot.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { createOnce } from "#lib/playground/shell/create-once.ts";
import { describePhase, describeProblem } from "../_model/describe-live.ts";
import { type LiveView, type LiveWatch, NOTHING_YET, watchLive } from "../_model/live-watch.ts";
import { LiveEvents } from "./live-events.tsx";
import { LiveText } from "./live-text.tsx";

const PARTS = [
  { value: "text", label: "Text" },
  { value: "events", label: "Events" },
] as const;

const expiry = createOnce(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }));

/** Shows a response to anyone with its link, from the beginning and while it is written. */
export function LivePage() {
  const [attempt, setAttempt] = useState(0);
  const [watch, setWatch] = useState<LiveWatch>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt watches anew
  useEffect(() => {
    const started = watchLive(location.pathname.split("/")[2] ?? "");
    setWatch(started);
    return () => started.stop();
  }, [attempt]);

  const view = useSyncExternalStore(watch?.subscribe ?? subscribeToNothing, watch?.get ?? getNothing, getNothing);
  const again = () => setAttempt((count) => count + 1);
  if (view.phase === "closed" && view.eventCount === 0) return <ClosedPage view={view} onAgain={again} />;
  return <OpenPage view={view} watch={watch} onAgain={again} />;
}

const subscribeToNothing = () => () => {};
const getNothing = () => NOTHING_YET;

type PageProps = { view: LiveView; onAgain: () => void };

function ClosedPage({ view: { problem }, onAgain }: PageProps) {
  const { title, detail, again } = describeProblem(problem ?? { code: undefined, message: "" });
  return (
    <MessagePage icon={<Unlink />} title={title} detail={detail}>
      {again && <WatchAgain onAgain={onAgain} />}
    </MessagePage>
  );
}

function OpenPage({ view, watch, onAgain }: PageProps & { watch: LiveWatch | undefined }) {
  const [part, setPart] = useState<"text" | "events">("text");
  const { phase, state, problem, failure } = view;
  const isLive = phase === "loading" || phase === "watching";
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col gap-4 px-5 py-6">
      <header className="flex flex-col gap-3">
        <Wordmark />
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h1 className="font-medium text-xl tracking-tight">Live response</h1>
          <p role="status" className="flex items-center gap-2 text-[13px] text-muted-foreground">
            {isLive && <LiveDot />}
            {describePhase(view)}
          </p>
        </div>
        {state && (
          <p className="break-words text-[13px] text-muted-foreground">
            {state.model && <span className="font-mono">{state.model} · </span>}
            Link expires{" "}
            <time dateTime={new Date(state.expires_at).toISOString()}>{expiry().format(state.expires_at)}</time>
          </p>
        )}
        <div className="max-w-56">
          <Segmented label="Shown" options={PARTS} value={part} onChange={setPart} />
        </div>
      </header>
      {(state?.dropped_bytes ?? 0) > 0 && (
        <p className="text-[13px] text-muted-foreground">
          The response is very long: its beginning is no longer stored.
        </p>
      )}
      {part === "text" ? (
        <LiveText view={view} isLive={isLive} />
      ) : (
        <LiveEvents events={watch?.events} count={view.eventCount} />
      )}
      {failure && (
        <p role="alert" className="break-words text-destructive">
          {failure}
        </p>
      )}
      {problem && <Interrupted view={view} onAgain={onAgain} />}
    </main>
  );
}

/** Says why a response that was watched is not live any more. */
function Interrupted({ view: { problem }, onAgain }: PageProps) {
  const { title, detail, again } = describeProblem(problem ?? { code: undefined, message: "" });
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-[10px] border px-4 py-3">
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}.</span> <span className="text-muted-foreground">{detail}</span>
      </p>
      {again && <WatchAgain onAgain={onAgain} />}
    </div>
  );
}

function WatchAgain({ onAgain }: { onAgain: () => void }) {
  return (
    <Button onClick={onAgain}>
      <RotateCw aria-hidden /> Watch again
    </Button>
  );
}
