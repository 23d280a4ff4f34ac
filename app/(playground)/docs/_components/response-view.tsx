import { clsx } from "clsx";
import { ScrollBox } from "#components/markdown/scroll-box.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** A response as far as it has arrived, or why there is none. */
export type Outcome =
  | { problem: string }
  | {
      status: number;
      type: string;
      headers: [string, string][];
      text: string;
      milliseconds: number;
      problem?: undefined;
    };

export function ResponseView({ outcome }: { outcome: Outcome }) {
  if (outcome.problem !== undefined)
    return (
      <p role="alert" className="break-words text-destructive">
        {outcome.problem}
      </p>
    );
  const { status, headers, text, milliseconds } = outcome;
  return (
    <section aria-label="Response" className="overflow-hidden rounded-lg border bg-background">
      <header className="flex h-9 items-center gap-3 border-b pr-1 pl-3 text-[13px]">
        <span
          role="status"
          className={clsx("font-mono font-semibold", status < 400 ? "text-success" : "text-destructive")}
        >
          {status}
        </span>
        <span className="text-muted-foreground">{Math.round(milliseconds).toLocaleString("en")} ms</span>
        <span className="flex-1" />
        <CopyButton size="small" label="Copy response" text={() => text} />
      </header>
      {status === 401 && (
        <p className="border-b px-3 py-2">
          <a href="/sign-in?next=/docs/api" className="underline underline-offset-2">
            Sign in
          </a>{" "}
          to send requests from this page.
        </p>
      )}
      {headers.length > 0 && (
        <dl className="border-b px-3 py-2 font-mono text-xs leading-5">
          {headers.map(([name, value]) => (
            <div key={name} className="break-all">
              <dt className="inline text-muted-foreground">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ScrollBox label="Response body" className="max-h-96 overflow-auto">
        <pre className="whitespace-pre-wrap break-words px-3 py-2 font-mono text-[13px] leading-5">{text}</pre>
      </ScrollBox>
    </section>
  );
}
