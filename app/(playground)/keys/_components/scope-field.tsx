"use client";

import { clsx } from "clsx";
import type { KeyAccess } from "#app/(playground)/keys/_model/key-draft.ts";

const CHOICES: { access: KeyAccess; title: string; words: string }[] = [
  {
    access: "inference",
    title: "Inference",
    words: "Call models and access its own files, videos and responses. Right for most apps.",
  },
  {
    access: "publish",
    title: "Inference and public pages",
    words: "Also share conversations as public pages that need no key.",
  },
  {
    access: "admin",
    title: "Inference and admin",
    words: "Also view all requests, usage, files and videos, and manage keys.",
  },
  {
    access: "metrics",
    title: "Metrics only",
    words: "Read /metrics, for a monitoring system. It can call no model.",
  },
];

/** Choice of the key's scopes, in plain words. */
export function ScopeField({ access, onChange }: { access: KeyAccess; onChange: (access: KeyAccess) => void }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 font-medium text-[13px]">Permissions</legend>
      {CHOICES.map((choice) => (
        <label
          key={choice.title}
          className={clsx(
            "flex cursor-pointer gap-3 rounded-xl border px-3.5 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring",
            choice.access === access ? "border-foreground/50 bg-foreground/[0.03]" : "hover:bg-foreground/[0.02]",
          )}
        >
          <input
            type="radio"
            name="scopes"
            checked={choice.access === access}
            onChange={() => onChange(choice.access)}
            className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
          />
          <span className="min-w-0">
            <span className="block font-medium">{choice.title}</span>
            <span className="block text-[13px] text-muted-foreground">{choice.words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
