import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";

/** Growing field of the instructions before the conversation. */
export function SystemPromptField({
  label,
  value,
  autoFocus,
  onChange,
}: {
  /** The API's name for them. */
  label: string;
  value: string;
  autoFocus?: boolean;
  onChange: (changes: Partial<ChatSettings>) => void;
}) {
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: only where the user has just asked to type here.
      autoFocus={autoFocus}
      aria-label={label}
      value={value}
      placeholder="Tell the model how to behave (optional)"
      onChange={(event) => onChange({ system: event.target.value })}
      className="field-sizing-content max-h-[min(18rem,40dvh)] min-h-[72px] w-full resize-none rounded-[10px] border border-input bg-foreground/[0.025] px-3 py-2 text-sm leading-5 transition-colors focus:border-foreground/40 focus-visible:outline-offset-0 max-sm:text-base"
    />
  );
}
