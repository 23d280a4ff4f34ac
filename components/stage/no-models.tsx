"use client";

import { CircleAlert, Play, Plug } from "lucide-react";
import { useState } from "react";
import type { UnavailableUpstream } from "#lib/playground/models/models.ts";
import { CONFIG_SETUPS, KEY_SETUPS, type Medium } from "#lib/playground/models/upstream-setup.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { showToast } from "../ui/toast.tsx";

const CODE = "break-words font-mono text-foreground text-xs";

/** Replaces the suggestions when the gateway has no models: leads to the page that connects a provider, and offers a demo run. */
export function NoModels({
  medium,
  unavailable,
  onPlay,
}: {
  medium: Medium;
  unavailable: readonly UnavailableUpstream[];
  /** Plays a demo run; absent without one. */
  onPlay?: () => Promise<void>;
}) {
  return (
    <section aria-label="Connect a provider" className="flex flex-[1.35] flex-col items-center gap-4 px-4 pt-5 pb-8">
      {onPlay && <PlayButton onPlay={onPlay} />}
      {unavailable.length > 0 && (
        <ul className="w-full max-w-[44rem] space-y-1 text-[13px]">
          {unavailable.map(({ upstream, message }) => (
            <li key={upstream} className="flex gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
              <span className="min-w-0 break-words text-muted-foreground">
                <span className="font-medium text-foreground">{upstream}</span>{" "}
                <span className="text-warning">is not ready:</span> {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink href="/providers" variant={onPlay ? "outline" : "primary"}>
        <Plug aria-hidden /> Connect a provider
      </ButtonLink>
      <details className="w-full max-w-[44rem]">
        <summary className="cursor-pointer text-center text-[13px] text-muted-foreground hover:text-foreground">
          Or by environment variable
        </summary>
        <EnvironmentSetup medium={medium} />
      </details>
    </section>
  );
}

function PlayButton({ onPlay }: { onPlay: () => Promise<void> }) {
  const [loading, setLoading] = useState(false);
  const play = async () => {
    setLoading(true);
    try {
      await onPlay();
    } catch (error) {
      setLoading(false);
      showToast({ title: error instanceof Error ? error.message : "The recorded run could not be loaded." });
    }
  };
  return (
    <Button variant="primary" disabled={loading} onClick={() => void play()}>
      <Play aria-hidden /> Play a recorded run
    </Button>
  );
}

/** Lines that add a provider without the browser. */
function EnvironmentSetup({ medium }: { medium: Medium }) {
  return (
    <>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <div className="min-w-0 rounded-2xl border bg-card py-3 pr-2 pl-4">
          <h3 className="font-medium">With a key</h3>
          <dl className="mt-1">
            {KEY_SETUPS[medium].map(({ vendor, command }) => (
              <div key={vendor} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 pt-1.5">
                <dt className="col-span-2 text-muted-foreground text-xs">{vendor}</dt>
                <dd className="min-w-0">
                  <code className={`block ${CODE}`}>{command}</code>
                </dd>
                <dd>
                  <CopyButton size="small" label={`Copy the command for ${vendor}`} text={() => command} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="min-w-0 rounded-2xl border bg-card py-3 pr-2 pl-4">
          <div className="flex items-center justify-between gap-2">
            <h3 className="min-w-0">
              <span className="font-medium">Any server</span>
              <span className="text-muted-foreground text-xs">, in parlance.config.json</span>
            </h3>
            <CopyButton size="small" label="Copy the config file" text={() => CONFIG_SETUPS[medium]} />
          </div>
          <pre className={`mt-1 whitespace-pre-wrap leading-5 ${CODE}`}>{CONFIG_SETUPS[medium]}</pre>
        </div>
      </div>
      <p className="mt-3 text-balance text-center text-muted-foreground text-xs">
        Restart the gateway after setting a variable. It applies changes of the config file by itself.
      </p>
    </>
  );
}
