import { useId } from "react";

export type FieldState = { name: string; isInvalid: boolean; describedBy: string | undefined };

export const FIELD =
  "h-9 w-full rounded-[10px] border border-input bg-background px-3 max-sm:text-base pointer-coarse:h-11 aria-invalid:border-destructive disabled:opacity-60";

export const TEXT_AREA =
  "w-full rounded-[10px] border border-input bg-background px-3 py-2 font-mono text-[13px] leading-relaxed max-sm:text-base disabled:opacity-60";

/** A labelled line of text. */
export function TextField({
  name,
  isInvalid,
  describedBy,
  label,
  help,
  value,
  placeholder,
  disabled,
  autoFocus,
  onChange,
}: FieldState & {
  label: string;
  /** One short sentence below the field. */
  help?: string;
  value: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-[13px]">
        {label}
      </label>
      <input
        id={id}
        name={name}
        aria-invalid={isInvalid}
        aria-describedby={describedBy ?? (help ? `${id}-help` : undefined)}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here.
        autoFocus={autoFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        disabled={disabled}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className={FIELD}
      />
      {help && (
        <p id={`${id}-help`} className="text-muted-foreground text-xs">
          {help}
        </p>
      )}
    </div>
  );
}
