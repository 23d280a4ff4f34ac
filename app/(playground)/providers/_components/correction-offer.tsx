import type { Correction } from "#app/(playground)/providers/_model/provider-form.ts";
import { Button } from "#components/ui/button.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";

/** Shows the base URL or API that the test found to work, to apply it in one click. */
export function CorrectionOffer({
  correction,
  works,
  onApply,
}: {
  correction: Correction;
  /** True when the test passed with it: connecting applies it too. */
  works: boolean;
  onApply: (correction: Correction) => void;
}) {
  const { baseUrl, apiFormats } = correction;
  const names = apiFormats?.map((format) => API_FORMAT_NAMES[format]).join(", ");
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl border px-3.5 py-2.5 text-[13px]">
      <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        {names && (
          <>
            This server uses <span className="font-medium">{names}</span>.{" "}
          </>
        )}
        {baseUrl && (
          <>
            {works ? "Works at" : "Found at"} <code className="font-mono text-xs">{baseUrl}</code>
          </>
        )}
      </p>
      <Button size="small" onClick={() => onApply(correction)}>
        {names ? `Use ${names}` : "Use this URL"}
      </Button>
    </div>
  );
}
