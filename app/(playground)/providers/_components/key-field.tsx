import { ExternalLink } from "lucide-react";
import { useId } from "react";
import { FIELD, type FieldState } from "#components/ui/text-field.tsx";
import type { ProviderPreset } from "#lib/contract/provider-presets.ts";

/** The API key: hidden while it is typed, and never filled in by the browser. */
export function KeyField({
  name,
  isInvalid,
  describedBy,
  preset: { key, keyPrefix, keyUrl },
  hasKey,
  value,
  autoFocus,
  onChange,
}: FieldState & {
  preset: ProviderPreset;
  /** True when a key is stored, which stays unless another is entered. */
  hasKey: boolean;
  value: string;
  autoFocus: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium text-[13px]">
          API key{key === "optional" && <span className="font-normal text-muted-foreground"> (optional)</span>}
        </label>
        {keyUrl && (
          <a
            href={keyUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 text-muted-foreground text-xs underline decoration-foreground/30 underline-offset-2 hover:text-foreground"
          >
            Get a key
            <ExternalLink aria-hidden className="size-3" />
          </a>
        )}
      </span>
      <input
        id={id}
        name={name}
        type="password"
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here.
        autoFocus={autoFocus}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        value={value}
        placeholder={hasKey ? "Unchanged" : keyPrefix ? `${keyPrefix}…` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={FIELD}
      />
    </div>
  );
}
