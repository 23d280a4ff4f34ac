import { clsx } from "clsx";

export function Switch({
  checked,
  onChange,
  label,
  disabled,
  className,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
  className?: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={clsx(
        "relative h-[18px] w-[30px] shrink-0 rounded-full border forced-color-adjust-none transition-colors duration-150 ease-press before:absolute before:inset-x-[-6px] before:inset-y-[-8px] disabled:opacity-50",
        checked ? "border-accent bg-accent" : "border-input bg-transparent",
        className,
      )}
    >
      <span
        className={clsx(
          "absolute top-1/2 left-[2px] size-3 -translate-y-1/2 rounded-full transition-transform duration-150 ease-press",
          checked ? "translate-x-[12px] bg-accent-foreground" : "bg-input",
        )}
      />
    </button>
  );
}
