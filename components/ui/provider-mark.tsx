import { clsx } from "clsx";
import { FlaskConical } from "lucide-react";
import { findProviderMark } from "#lib/playground/models/provider-marks.ts";

/** Mark of a provider, beside its name: its logo, or the first letter of its id. */
export function ProviderMark({ provider, className = "size-4" }: { provider: string; className?: string }) {
  if (provider === "sandbox") return <FlaskConical aria-hidden className={clsx("shrink-0", className)} />;
  const mark = findProviderMark(provider);
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className={clsx("shrink-0", className)}>
      {mark ? (
        <use href={`/provider-marks.svg#${mark}`} />
      ) : (
        <>
          <rect x="1.5" y="1.5" width="21" height="21" rx="6" fill="none" stroke="currentColor" strokeOpacity="0.5" />
          <text x="12" y="16.5" textAnchor="middle" fontSize="13" fontWeight="600">
            {provider.charAt(0).toUpperCase()}
          </text>
        </>
      )}
    </svg>
  );
}
