import { clsx } from "clsx";
import { ArrowUp, Square } from "lucide-react";

/** Send and stop button in one place, with cross-fading icons. */
export function SendButton({
  running,
  disabled,
  blocked,
  label: send = "Send",
  onStop,
}: {
  running: boolean;
  disabled: boolean;
  blocked?: string;
  /** Label of the send action. */
  label?: string;
  onStop: () => void;
}) {
  const label = running ? "Stop" : (blocked ?? send);
  const icon = "col-start-1 row-start-1 transition-[opacity,filter,scale] duration-200 ease-press";
  const hidden = "scale-50 opacity-0 blur-[4px]";
  return (
    <button
      type={running ? "button" : "submit"}
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={running ? "Esc" : "Enter"}
      disabled={disabled}
      onClick={
        running
          ? (event) => {
              // Stopping may turn this back into the submit button before the click is over.
              event.preventDefault();
              onStop();
            }
          : undefined
      }
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent text-accent-foreground transition-[transform,background-color,color] duration-150 ease-press active:scale-[0.94] disabled:bg-foreground/10 disabled:text-foreground/45 pointer-coarse:size-10"
    >
      <ArrowUp aria-hidden strokeWidth={2.4} className={clsx(icon, "size-4", running && hidden)} />
      <Square aria-hidden fill="currentColor" className={clsx(icon, "size-3", !running && hidden)} />
    </button>
  );
}
