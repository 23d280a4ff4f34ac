/** CodeMirror for JSON, in the page's colours. Loaded when the first editor is on screen. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, forceLinting, linter } from "@codemirror/lint";
import { Annotation, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, placeholder as placeholderOf } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type JsonEditorHandle = {
  setText(text: string): void;
  /** Checks again: the marks can change while the text is the same. */
  lintAgain(): void;
  select(from: number): void;
  focus(): void;
  destroy(): void;
};

export function createEditor({
  parent,
  text,
  label,
  describedBy,
  placeholder,
  numbered,
  lint,
  onChange,
  onPaste,
  onSubmit,
}: {
  parent: HTMLElement;
  text: string;
  label: string;
  describedBy: string;
  placeholder: string;
  /** Shows line numbers. */
  numbered: boolean;
  lint: (text: string) => readonly Diagnostic[];
  onChange: (text: string) => void;
  /** Returns true when it has handled the paste. `whole`: the paste would replace the entire text. */
  onPaste: (pasted: string, whole: boolean) => boolean;
  /** Handles Mod+Enter; returns true when it did something. */
  onSubmit: () => boolean;
}): JsonEditorHandle {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: onSubmit }])),
        history(),
        keymap.of([...historyKeymap, ...defaultKeymap, indentWithTab]),
        json(),
        indentUnit.of("  "),
        bracketMatching(),
        syntaxHighlighting(COLOURS),
        linter((editor) => lint(editor.state.doc.toString()), { delay: 250 }),
        numbered ? lineNumbers() : [],
        EditorView.lineWrapping,
        placeholderOf(placeholder),
        THEME,
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy }),
        EditorView.updateListener.of((update) => {
          const own = !update.transactions.some((transaction) => transaction.annotation(FROM_OUTSIDE));
          if (update.docChanged && own) onChange(update.state.doc.toString());
        }),
        Prec.highest(EditorView.domEventHandlers({ keydown: freeTabOnEscape })),
        EditorView.domEventHandlers({
          paste: (event, editor) => {
            const { main } = editor.state.selection;
            const { length } = editor.state.doc;
            const pasted = event.clipboardData?.getData("text/plain") ?? "";
            const blank = editor.state.doc.toString().trim() === "";
            if (!onPaste(pasted, blank || (main.from === 0 && main.to === length))) return false;
            event.preventDefault();
            return true;
          },
        }),
      ],
    }),
  });
  return {
    setText(next) {
      const { length } = view.state.doc;
      if (view.state.doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: length, insert: next }, annotations: FROM_OUTSIDE.of(true) });
    },
    lintAgain: () => forceLinting(view),
    select(from) {
      view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Marks changes made by the page itself. */
const FROM_OUTSIDE = Annotation.define<boolean>();

/** Milliseconds after Esc during which Tab leaves the editor, unless another key is pressed first. */
const FREE_TAB = 10_000;

/** Lets Tab leave the editor after Esc, which must not also close the surrounding sheet or stop a response. */
function freeTabOnEscape(event: KeyboardEvent, view: EditorView): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  view.setTabFocusMode(FREE_TAB);
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-keyword)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-constant)" },
]);

const THEME = EditorView.theme({
  "&": { fontSize: "inherit", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "inherit", overscrollBehavior: "contain" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--foreground)", minHeight: "inherit" },
  ".cm-line": { padding: "0 12px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted-foreground)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "28px", padding: "0 0 0 6px" },
  ".cm-placeholder": { color: "var(--muted-foreground)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
    outline: "1px solid color-mix(in srgb, var(--accent) 45%, transparent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", color: "var(--destructive)" },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px dotted var(--destructive)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px dotted var(--warning)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--destructive)" },
  ".cm-tooltip": {
    border: "none",
    borderRadius: "8px",
    maxWidth: "300px",
    fontFamily: "var(--font-sans)",
    backgroundColor: "var(--popover)",
    color: "var(--foreground)",
    boxShadow: "var(--shadow-float)",
  },
  ".cm-diagnostic": { border: "none !important", padding: "6px 10px", fontSize: "13px", lineHeight: "18px" },
});
