import { EDITOR_KEYS } from "#app/(playground)/images/_model/mask/drawing/editor-keys.ts";

/** Keyboard shortcuts of the editor; those of the page are in the page's own list. */
export function EditorKeyMap() {
  return (
    <dl className="absolute top-full right-0 z-10 mt-1 grid w-[46rem] max-w-full animate-rise gap-x-8 gap-y-0.5 rounded-xl bg-popover px-3.5 py-2.5 text-[13px] shadow-float sm:grid-cols-2">
      {EDITOR_KEYS.map(([keys, does]) => (
        <div key={does} className="flex items-baseline gap-3 py-0.5">
          <dt className="w-16 shrink-0 whitespace-nowrap font-mono text-[11px]">{keys}</dt>
          <dd className="text-muted-foreground">{does}</dd>
        </div>
      ))}
    </dl>
  );
}
