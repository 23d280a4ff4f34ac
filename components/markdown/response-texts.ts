import { createContext, useContext } from "react";

const NONE = () => [];

const ResponseTextsContext = createContext<() => readonly string[]>(NONE);

/** Provider of a function that returns the texts of the conversation's responses, oldest first. */
export const ResponseTexts = ResponseTextsContext.Provider;

export function useResponseTexts(): () => readonly string[] {
  return useContext(ResponseTextsContext);
}
