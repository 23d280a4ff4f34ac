"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type JsonCheck, lintJson } from "#lib/playground/json-text/lint-json.ts";
import type { JsonEditorHandle } from "./create-editor.ts";

/** Replaces the plain field with the editor in `box` once its code is loaded. */
export function useJsonEditor({
  box,
  plain,
  label,
  describedBy,
  placeholder,
  value,
  check,
  onChange,
  onPaste,
  onSubmit,
}: {
  box: RefObject<HTMLElement | null>;
  /** Plain field that is shown until then, and permanently when the editor cannot be loaded. */
  plain: RefObject<HTMLTextAreaElement | null>;
  label: string;
  describedBy: string;
  placeholder: string;
  value: string;
  check: JsonCheck | undefined;
  onChange: (text: string) => void;
  onPaste?: (pasted: string, whole: boolean) => boolean;
  onSubmit?: () => void;
}): { ready: boolean; editor: RefObject<JsonEditorHandle | undefined> } {
  const [ready, setReady] = useState(false);
  const editor = useRef<JsonEditorHandle>(undefined);
  const changed = useEffectEvent(onChange);
  const pasted = useEffectEvent((text: string, whole: boolean) => onPaste?.(text, whole) ?? false);
  const submitted = useEffectEvent(() => {
    onSubmit?.();
    return onSubmit !== undefined;
  });
  const lint = useEffectEvent((text: string) => lintJson(text, check));
  const beginWith = useEffectEvent(() => ({ text: value, label, describedBy, placeholder }));

  useEffect(() => {
    let gone = false;
    import("./create-editor.ts").then(
      async ({ createEditor }) => {
        await waitForBlur(plain.current);
        const { current: parent } = box;
        if (gone || !parent) return;
        editor.current = createEditor({
          ...beginWith(),
          parent,
          numbered: matchMedia("(min-width: 640px)").matches,
          lint: (text) => lint(text),
          onChange: (text) => changed(text),
          onPaste: (text, whole) => pasted(text, whole),
          onSubmit: () => submitted(),
        });
        // Synchronously: otherwise text could be typed into the plain field while it waits to be removed.
        flushSync(() => setReady(true));
      },
      // Without the editor, the plain field works except for the marks.
      () => {},
    );
    return () => {
      gone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [box, plain]);

  useEffect(() => editor.current?.setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rules change the marks of the same text.
  useEffect(() => editor.current?.lintAgain(), [check]);
  return { ready, editor };
}

/** Resolves when the field loses the focus, so that typing is not interrupted. */
function waitForBlur(field: HTMLElement | null): Promise<void> | undefined {
  if (!field || document.activeElement !== field) return undefined;
  return new Promise((resolve) => field.addEventListener("blur", () => resolve(), { once: true }));
}
