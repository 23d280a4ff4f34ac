import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A few choices side by side, one of them selected. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div role="radiogroup" aria-label={label} className="flex rounded-[10px] bg-foreground/[0.05] p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            // Positioned, so that it contains the hidden radio button: focused elsewhere, it would scroll the page to
            // itself.
            "relative flex h-7 flex-auto cursor-pointer items-center justify-center whitespace-nowrap rounded-lg px-1 text-[13px] transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-9",
            option.value === value
              ? "bg-background font-medium text-accent shadow-sm"
              : "text-muted-foreground hover:text-foreground",
          )}
        >
          <input
            type="radio"
            name={label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
