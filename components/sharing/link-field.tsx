"use client";

import { CopyLinkButton } from "./copy-link-button.tsx";

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** Formats a date as "22 December 2026". */
export const longDate = (time: number): string => DAY.format(time);

/** A link to copy. */
export function LinkField({ link, selected }: { link: string; selected?: boolean }) {
  return (
    <div className="flex items-center gap-1 rounded-[10px] border border-input bg-foreground/[0.03] py-1 pr-1 pl-3">
      <input
        readOnly
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that created it.
        autoFocus={selected}
        aria-label="Link"
        value={link}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1 truncate bg-transparent font-mono text-xs outline-none max-sm:text-base"
      />
      <CopyLinkButton link={link} />
    </div>
  );
}
