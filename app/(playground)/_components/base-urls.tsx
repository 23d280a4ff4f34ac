"use client";

import Link from "next/link";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DialectDot } from "#components/ui/dialect-dot.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { KEYS_COMMAND } from "#lib/playground/gateway/gateway-session.ts";
import { SDKS } from "#lib/playground/samples/sdk-samples.ts";
import { useOrigin } from "./use-origin.ts";

const LINK = "text-foreground underline decoration-foreground/30 underline-offset-2 hover:decoration-foreground";
const DIALECTS = { openai: "chat", anthropic: "messages", google: "generate-content" } as const;

/** The base URL for each SDK. */
export function BaseUrls() {
  const origin = useOrigin();
  const { session } = useCatalogue();
  return (
    <section aria-labelledby="base-urls" className="min-w-0">
      <h2 id="base-urls" className="group-title pb-2">
        Base URL, by SDK
      </h2>
      <dl className="@container overflow-hidden rounded-2xl border bg-card">
        {SDKS.map(({ id, name, basePath, routes }) => (
          <div
            key={id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-1.5 pr-2 pl-4 not-first:border-t @md:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
          >
            <dt className="flex items-center gap-2.5 font-medium @max-md:col-span-2 @max-md:pt-1">
              <DialectDot page={DIALECTS[id]} />
              {name}
            </dt>
            <dd className="@max-md:col-start-1 min-w-0">
              <code className="block truncate font-mono text-[13px]">{origin + basePath}</code>
              <span className="block truncate text-muted-foreground text-xs leading-4">{routes}</span>
            </dd>
            <dd>
              <CopyButton label={`Copy the base URL for ${name}`} text={() => origin + basePath} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2.5 text-muted-foreground text-xs">
        Create an API key under{" "}
        <Link href="/keys" className={LINK}>
          Keys
        </Link>{" "}
        or with <code className="font-mono text-foreground">{session?.keysCommand ?? KEYS_COMMAND}</code>. API
        reference:{" "}
        <a href="/openapi.json" className={LINK}>
          /openapi.json
        </a>
        .
      </p>
    </section>
  );
}
