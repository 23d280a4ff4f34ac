import { clsx } from "clsx";

/** Growing field for prose or JSON, with a problem described below it. */
export function TextArea({
  label,
  value,
  placeholder,
  problem,
  prose = false,
  onChange,
}: {
  label: string;
  value: string;
  placeholder?: string;
  problem?: string;
  /** Prose uses the text font and spell checking; JSON does not. */
  prose?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <div>
      <textarea
        aria-label={label}
        aria-invalid={problem !== undefined}
        value={value}
        placeholder={placeholder}
        spellCheck={prose}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(
          "field-sizing-content max-h-72 min-h-[72px] w-full resize-none rounded-[10px] border bg-foreground/[0.025] px-3 py-2 transition-colors focus:border-foreground/40 focus-visible:outline-offset-0 max-sm:text-base",
          prose ? "text-sm leading-5" : "font-mono text-xs leading-[18px]",
          problem ? "border-destructive" : "border-input",
        )}
      />
      {problem && <p className="pt-1 text-destructive text-xs">{problem}</p>}
    </div>
  );
}
