"use client";

import { TriangleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { CreatedApiKey } from "#lib/contract/api-key.ts";
import { SDKS } from "#lib/playground/samples/sdk-samples.ts";
import { formatExactTime } from "#lib/playground/shell/relative-time.ts";

/** The new key's secret, which is shown only once, and how to use it with each SDK. */
export function CreatedKey({
  created: { secret, previous_secret_expires_at },
  warned,
  onCopied,
  onDone,
}: {
  created: CreatedApiKey;
  /** True after an attempt to close the dialog without copying the secret. */
  warned: boolean;
  onCopied: () => void;
  onDone: () => void;
}) {
  const copied = (text: string) => {
    onCopied();
    return text;
  };
  return (
    <>
      <div className="flex items-center gap-1 rounded-[10px] border border-input bg-foreground/[0.03] py-1 pr-1 pl-3">
        <input
          readOnly
          aria-label="Secret key"
          value={secret}
          onFocus={(event) => event.target.select()}
          onCopy={onCopied}
          className="min-w-0 flex-1 bg-transparent font-mono text-[13px] outline-none max-sm:text-base"
        />
        <CopyButton label="Copy key" text={() => copied(secret)} />
      </div>
      <p
        role={warned ? "alert" : undefined}
        className={warned ? "flex items-center gap-2 text-warning" : "flex items-center gap-2 text-muted-foreground"}
      >
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {warned
          ? "You haven’t copied this key. Click Done again to close without it."
          : "Copy it now. You won’t be able to see it again."}
      </p>
      {previous_secret_expires_at !== null && previous_secret_expires_at > Date.now() && (
        <p className="text-muted-foreground">
          The old secret works until {formatExactTime(previous_secret_expires_at)}.
        </p>
      )}
      <section aria-labelledby="sdk-lines" className="flex min-w-0 flex-col">
        <h3 id="sdk-lines" className="group-title pb-1.5">
          Use it in your shell
        </h3>
        <ul className="overflow-hidden rounded-xl border">
          {SDKS.map(({ id, name, exportVariables }) => {
            const line = exportVariables(location.origin, secret);
            return (
              <li key={id} className="flex items-center gap-2 py-1 pr-1 pl-3 not-first:border-t">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium text-xs">{name}</span>
                  <code className="block truncate font-mono text-muted-foreground text-xs">{line}</code>
                </span>
                <CopyButton label={`Copy the line for ${name}`} text={() => copied(line)} />
              </li>
            );
          })}
        </ul>
        <p className="pt-1.5 text-muted-foreground text-xs">
          <code className="font-mono">OpenAI()</code>, <code className="font-mono">Anthropic()</code> and{" "}
          <code className="font-mono">genai.Client()</code> will now use this gateway. No code changes needed.
        </p>
      </section>
      <Button variant="primary" className="self-end" onClick={onDone}>
        Done
      </Button>
    </>
  );
}
