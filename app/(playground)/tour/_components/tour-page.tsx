"use client";

import { useRouter } from "next/navigation";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import { TOUR_MODEL, TOUR_STOPS } from "#lib/contract/tour.ts";
import { StopCard } from "./stop-card.tsx";

const nothing = () => {};

/** The guided tour: eight prepared conversations, each opened by one click. */
export function TourPage() {
  const router = useRouter();
  const { models, loading } = useCatalogue();
  const startChat = () => router.push("/chat");
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  const isOff = !loading && models.length > 0 && !models.some(({ id }) => id === TOUR_MODEL);
  return (
    <AppShell
      sessions={null}
      newLabel="New chat"
      onNew={startChat}
      topBar={
        <PlainTopBar
          title="Guided tour"
          description="Eight prepared stops for a demonstration. Each opens with one click and needs no key and no network: the sandbox plays the text, and paints and renders the rest while you watch."
        />
      }
      panel={null}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-page flex-col gap-4 px-4 pt-1 pb-8">
          {isOff && (
            <p role="alert" className="text-[13px] text-warning">
              The sandbox is switched off on this gateway, so the stops can’t play.
            </p>
          )}
          <ol className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
            {TOUR_STOPS.map((stop, index) => (
              <li key={stop.id} className="min-w-0">
                <StopCard stop={stop} number={index + 1} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </AppShell>
  );
}
