import type { ReactNode } from "react";
import type { SharedPage } from "#lib/contract/shared-page.ts";
import { PAGE_NAMES } from "#lib/playground/conversion/page-names.ts";
import { Still } from "../markdown/still-context.ts";
import { Wordmark } from "../shell/wordmark.tsx";
import { DialectDot } from "../ui/dialect-dot.tsx";
import { SharedMessage } from "./shared-message.tsx";

/** A read-only conversation with its settings at the end: HTML that needs no script. */
export function SharedPageView({
  page: { title, convention, turns, settings },
  pictures,
  createdAt,
  expiresAt,
  isPublic,
}: {
  page: SharedPage;
  /** Base URL of the page's images, to which their IDs are appended. */
  pictures: string;
  /** Unix milliseconds. */
  createdAt: number;
  expiresAt: number;
  isPublic: boolean;
}) {
  return (
    <Still value={true}>
      <div className="mx-auto w-full max-w-[46rem] px-4 pb-14">
        <header className="border-b pt-8 pb-5">
          <h1 className="break-words font-semibold text-[22px] leading-7 tracking-[-0.015em]">{title}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px] text-muted-foreground">
            <span className="flex items-center gap-1.5">
              <DialectDot page={convention} /> {PAGE_NAMES[convention]}
            </span>
            <span>
              Shared on <Day time={createdAt} />
            </span>
            <span>Read-only</span>
          </p>
        </header>
        <main aria-label="Conversation" className="flex flex-col gap-6 pt-7">
          {turns.map((turn, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change.
            <SharedMessage key={index} turn={turn} pictures={pictures} />
          ))}
        </main>
        <footer className="mt-10 border-t pt-5 text-[13px]">
          {settings.length > 0 && (
            <section aria-labelledby="settings" className="pb-6">
              <h2 id="settings" className="font-medium text-base tracking-tight">
                Settings
              </h2>
              <dl className="mt-3 grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0">
                {settings.map(({ label, value }) => (
                  <Setting key={label} label={label}>
                    {value}
                  </Setting>
                ))}
              </dl>
            </section>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted-foreground">
            <Wordmark />
            <p>
              {isPublic ? "Anyone with the link can view it" : "Only people with a key for this gateway"}, until{" "}
              <Day time={expiresAt} />.
            </p>
          </div>
        </footer>
      </div>
    </Still>
  );
}

/** A setting. Text with several lines keeps its line breaks. */
function Setting({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-muted-foreground max-sm:pt-2">{label}</dt>
      <dd className="min-w-0 whitespace-pre-wrap break-words">
        {/^\s*[[{]/.test(children) ? <code className="font-mono text-xs">{children}</code> : children}
      </dd>
    </>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function Day({ time }: { time: number }): ReactNode {
  return <time dateTime={new Date(time).toISOString()}>{DAY.format(time)}</time>;
}
