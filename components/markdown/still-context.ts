import { createContext, useContext } from "react";

const StillContext = createContext(false);

/** Around Markdown on a page without script: no buttons, nothing folded, and pictures from elsewhere are links. */
export const Still = StillContext.Provider;

export function useStill(): boolean {
  return useContext(StillContext);
}
