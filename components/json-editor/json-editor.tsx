"use client";

import { clsx } from "clsx";
import { AlignLeft, Maximize2 } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { type JsonCheck, lintJson, type TextRemark } from "#lib/playground/json-text/lint-json.ts";
import { IconButton } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { useJsonEditor } from "./use-json-editor.ts";

type JsonEditorProps = {
  /** Accessible name. */
  label: string;
  value: string;
  placeholder?: string;
  /** Reason that the value cannot be sent, in addition to the editor's own remarks. */
  problem?: string;
  /** Additional rules for the field. Must keep its identity while the rules stay the same. */
  check?: JsonCheck;
  /** Allows prose as well: nothing is marked. */
  anyText?: boolean;
  /** Initial height of the editor. */
  size?: keyof typeof SIZES;
  onChange: (text: string) => void;
  /** Returns true when it has handled the paste. `whole`: the paste would replace the entire text. */
  onPaste?: (pasted: string, whole: boolean) => boolean;
  /** Handles Mod+Enter. */
  onSubmit?: () => void;
};

/**
 * Editor for JSON. Tab indents; Esc followed by Tab leaves, as the field explains. Errors are marked in place and
 * described below the field.
 */
export function JsonEditor(props: JsonEditorProps) {
  const [enlarged, setEnlarged] = useState(false);
  return (
    <>
      <JsonField {...props} onEnlarge={() => setEnlarged(true)} />
      {enlarged && (
        <ModalDialog open onClose={() => setEnlarged(false)} title={props.label} className="w-[56rem]">
          <JsonField {...props} size="large" />
        </ModalDialog>
      )}
    </>
  );
}

function JsonField({
  label,
  value,
  placeholder = "",
  problem,
  check,
  anyText = false,
  size = "medium",
  onEnlarge,
  onChange,
  onPaste,
  onSubmit,
}: JsonEditorProps & { /** Absent when the editor is large already. */ onEnlarge?: () => void }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const { ready, editor } = useJsonEditor({
    box,
    plain,
    label,
    describedBy: `${id}-hint ${id}-remark`,
    placeholder,
    value,
    check: anyText ? undefined : check,
    onChange,
    onPaste,
    onSubmit,
  });
  const remarks = useMemo(() => (anyText ? [] : lintJson(value, check).toSorted(byWeight)), [anyText, value, check]);
  const [remark] = remarks;
  const unformatted = useMemo(() => isUnformatted(value), [value]);
  const told = remark
    ? `${unformatted === undefined ? "Not valid JSON, line" : "Line"} ${findLine(value, remark.from)}: ${remark.message}`
    : problem;
  const wrong = problem !== undefined || remark?.severity === "error";
  return (
    <div>
      <div
        data-invalid={wrong || undefined}
        className={clsx(
          "group/editor overflow-hidden rounded-[10px] border bg-foreground/[0.025] font-mono text-xs leading-[18px] transition-colors has-[textarea:focus-visible,.cm-focused]:outline-2 has-[textarea:focus-visible,.cm-focused]:outline-ring max-sm:text-base max-sm:leading-6",
          wrong ? "border-destructive" : "border-input",
        )}
      >
        <div
          ref={box}
          hidden={!ready}
          className={clsx("overflow-y-auto [&>.cm-editor]:min-h-[inherit]", SIZES[size])}
        />
        {!ready && (
          <textarea
            ref={plain}
            aria-label={label}
            aria-invalid={wrong}
            aria-describedby={`${id}-remark`}
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            onPaste={(event) => {
              const { value: before, selectionStart, selectionEnd } = event.currentTarget;
              const whole = before.trim() === "" || selectionEnd - selectionStart === before.length;
              if (onPaste?.(event.clipboardData.getData("text/plain"), whole)) event.preventDefault();
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSubmit?.();
            }}
            className={clsx(
              "field-sizing-content block w-full resize-none bg-transparent py-2 pr-3 pl-3 outline-none sm:pl-[46px]",
              SIZES[size],
            )}
          />
        )}
        <div className="flex h-7 items-center gap-1 border-t border-dashed px-1.5 font-sans text-xs pointer-coarse:h-10">
          <span
            id={`${id}-hint`}
            className={clsx(
              "px-1 text-muted-foreground not-group-focus-within/editor:invisible pointer-coarse:sr-only",
              !ready && "invisible",
            )}
          >
            Press Esc, then Tab to exit
          </span>
          <span className="ml-auto flex items-center gap-0.5">
            <IconButton
              size="small"
              className={FOOT_BUTTON}
              label={`Format ${label}`}
              disabled={unformatted !== true}
              onClick={() => onChange(formatJson(JSON.parse(value)))}
            >
              <AlignLeft />
            </IconButton>
            {onEnlarge && (
              <IconButton size="small" className={FOOT_BUTTON} label={`Enlarge ${label}`} onClick={onEnlarge}>
                <Maximize2 />
              </IconButton>
            )}
          </span>
        </div>
      </div>
      <p id={`${id}-remark`} role="status" className={clsx("text-xs", told ? "pt-1" : "sr-only")}>
        {told && remark && ready ? (
          <button
            type="button"
            onClick={() => editor.current?.select(remark.from)}
            className={clsx(
              "text-left hover:underline",
              remark.severity === "warning" && !problem ? "text-warning" : "text-destructive",
            )}
          >
            {told}
          </button>
        ) : (
          <span className="text-destructive">{told}</span>
        )}
        {remarks.length > 1 && <span className="text-muted-foreground"> and {remarks.length - 1} more</span>}
      </p>
    </div>
  );
}

const SIZES = {
  small: "max-h-64 min-h-[34px]",
  medium: "max-h-72 min-h-[72px]",
  large: "max-h-[55dvh] min-h-56",
};
const FOOT_BUTTON = "h-6";

const byWeight = (one: TextRemark, other: TextRemark) => one.severity.localeCompare(other.severity);
const findLine = (text: string, place: number) => text.slice(0, place).split("\n").length;

/** Returns whether formatting would change the text; undefined when it is not JSON. */
function isUnformatted(text: string): boolean | undefined {
  try {
    return text !== formatJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
