"use client";

import { clsx } from "clsx";

const CHOICES = [
  {
    admin: false,
    title: "Inference",
    words: "Asks models, and has the files, videos and stored responses that it made. What a program needs.",
  },
  {
    admin: true,
    title: "Inference and admin",
    words: "Sees the requests, usage, files and videos of all keys, and makes and revokes keys. For people you trust.",
  },
];

/** What the key may do, in plain words. */
export function ScopeField({ admin, onChange }: { admin: boolean; onChange: (admin: boolean) => void }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 font-medium text-[13px]">It may</legend>
      {CHOICES.map((choice) => (
        <label
          key={choice.title}
          className={clsx(
            "flex cursor-pointer gap-3 rounded-xl border px-3.5 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring",
            choice.admin === admin ? "border-foreground/50 bg-foreground/[0.03]" : "hover:bg-foreground/[0.02]",
          )}
        >
          <input
            type="radio"
            name="scopes"
            checked={choice.admin === admin}
            onChange={() => onChange(choice.admin)}
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
