import { createContext, useContext } from "react";

const StillContext = createContext(false);

/** Provider for Markdown on a page without script: no buttons, nothing collapsed, and external images are links. */
export const Still = StillContext.Provider;

export function useStill(): boolean {
  return useContext(StillContext);
}
