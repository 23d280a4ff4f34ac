import { type KeyboardEvent, useId } from "react";
import { FIELD } from "./text-field.tsx";

/** A labelled line of text, with values to choose from that do not limit what is typed. */
export function SuggestField({
  label,
  value,
  suggestions,
  placeholder,
  maxLength,
  disabled,
  onChange,
  onKeyDown,
}: {
  label: string;
  value: string;
  suggestions: readonly string[];
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-[13px]">
        {label}
      </label>
      <input
        id={id}
        list={`${id}-list`}
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={FIELD}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
}
