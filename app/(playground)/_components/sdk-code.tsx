"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { colourCode } from "#app/(playground)/_model/colour-code.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { KEY_VARIABLE, SAMPLE_LANGUAGES, type SampleLanguage } from "#lib/playground/samples/sample-text.ts";
import { SDKS, type SdkId } from "#lib/playground/samples/sdk-samples.ts";
import { useOrigin } from "./use-origin.ts";

const COLOURS = { string: "text-code-string", keyword: "text-code-keyword", constant: "text-code-constant" };

/** Sample code for a first request. The box is sized for the longest sample, so that switching moves nothing. */
export function SdkCode() {
  const origin = useOrigin();
  const [id, setId] = useState<SdkId>("openai");
  const [language, setLanguage] = useState<SampleLanguage>("python");
  const sdk = SDKS.find((candidate) => candidate.id === id) ?? SDKS[0];
  const code = sdk?.write[language](origin) ?? "";
  return (
    <section
      aria-labelledby="first-request"
      className="@container flex min-w-0 flex-col rounded-3xl border bg-card shadow-composer"
    >
      <h2 id="first-request" className="sr-only">
        The first request
      </h2>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b p-2.5 @lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <div className="@max-lg:col-span-2">
          <Segmented
            label="SDK"
            options={SDKS.map(({ id: value, name }) => ({ value, label: name }))}
            value={id}
            onChange={setId}
          />
        </div>
        <div>
          <Segmented label="Language" options={SAMPLE_LANGUAGES} value={language} onChange={setLanguage} />
        </div>
        <CopyButton label="Copy code" text={() => code} />
      </header>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them.
        tabIndex={0}
        className="h-[19.5rem] overflow-auto px-5 py-4 font-mono text-[13px] leading-5 -outline-offset-2"
      >
        {colourCode(code).map(({ text, kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, recreated with it.
          <span key={index} className={clsx(kind && COLOURS[kind])}>
            {text}
          </span>
        ))}
      </pre>
      <p className="mt-auto border-t px-5 py-3 text-muted-foreground text-xs">
        Set <code className="font-mono text-foreground">{KEY_VARIABLE}</code> to your key. Replace{" "}
        <code className="font-mono text-foreground">sandbox/guide</code> with any model of your providers.
      </p>
    </section>
  );
}
