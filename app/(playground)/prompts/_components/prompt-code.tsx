"use client";

import { useState } from "react";
import { writePromptRequest } from "#app/(playground)/prompts/_model/start-prompt-run.ts";
import { CodeBlock } from "#components/markdown/code-block.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { PromptDefinition, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { KEY_VARIABLE, SAMPLE_LANGUAGES, type SampleLanguage } from "#lib/playground/samples/sample-text.ts";
import { writeTextSample } from "#lib/playground/samples/text-samples.ts";

/** The call of a prompt as code. */
export function PromptCode({ prompt, definition }: { prompt: StoredPrompt; definition: PromptDefinition }) {
  const [language, setLanguage] = useState<SampleLanguage>("python");
  const values = Object.fromEntries(
    definition.variables.map(({ name, default: fallback }) => [name, String(fallback ?? `<${name}>`)]),
  );
  const request = writePromptRequest({
    id: prompt.id,
    version: undefined,
    values,
    model: definition.model ? "" : "default",
  });
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      <Segmented label="Language" options={SAMPLE_LANGUAGES} value={language} onChange={setLanguage} />
      <CodeBlock
        code={writeTextSample(language, { request, page: "responses", origin: location.origin })}
        language={language === "curl" ? "bash" : language}
        growing={false}
        complete
      />
      <p className="text-[13px] text-muted-foreground">
        Set <code className="font-mono text-xs">{KEY_VARIABLE}</code> to a key from this gateway. On the other APIs,
        send <code className="font-mono text-xs">x-gateway-prompt: {prompt.name}</code> with the values in{" "}
        <code className="font-mono text-xs">x-gateway-variables</code>.
      </p>
    </div>
  );
}
