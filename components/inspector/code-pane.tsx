"use client";

import { useState } from "react";
import {
  KEY_VARIABLE,
  SAMPLE_LANGUAGE_NAMES,
  SAMPLE_LANGUAGES,
  type SampleLanguage,
} from "#lib/playground/samples/sample-text.ts";
import { Segmented } from "../ui/segmented.tsx";
import { TextBox } from "./text-box.tsx";

/** Shows the request as code. */
export function CodePane({ write }: { write: (language: SampleLanguage) => string }) {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const code = write(language);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
        <div className="w-64 max-sm:w-full">
          <Segmented label="Code language" options={SAMPLE_LANGUAGES} value={language} onChange={setLanguage} />
        </div>
        <p className="text-[13px] text-muted-foreground">
          <code className="font-mono text-xs">{KEY_VARIABLE}</code> is a key of this gateway.
        </p>
      </div>
      <div className="flex min-h-0 flex-1 border-t">
        <TextBox title={SAMPLE_LANGUAGE_NAMES[language]} copy={() => code}>
          <pre className="whitespace-pre-wrap px-3 py-2 [overflow-wrap:anywhere]">{code}</pre>
        </TextBox>
      </div>
    </div>
  );
}
