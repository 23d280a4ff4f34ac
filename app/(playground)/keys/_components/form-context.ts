import { createContext, type ReactNode, use } from "react";
import type { KeyDraft } from "#app/(playground)/keys/_model/key-draft.ts";
import type { FieldState } from "#components/ui/text-field.tsx";

export type KeyFormState = {
  draft: KeyDraft;
  change: (changes: Partial<KeyDraft>) => void;
  /** Returns the state of a field, by its path in the request. */
  field: (name: string) => FieldState;
  /** Renders the problem of a field below it; without a name, one of no field. */
  told: (name?: string) => ReactNode;
};

export const FormContext = createContext<KeyFormState | undefined>(undefined);

/** Returns the form around the field. */
export function useKeyForm(): KeyFormState {
  const form = use(FormContext);
  if (!form) throw new Error("A field of a key needs its form.");
  return form;
}

/** Look of a choice among fields of text. */
export const SELECT = "h-9! w-full justify-between rounded-[10px]! border-input px-3! pointer-coarse:h-11!";
