import { useState } from "react";

export type Layer = {
  isOpen: boolean;
  /** False until the layer is opened for the first time: its code is not loaded before. */
  wasOpened: boolean;
  open: () => void;
  close: () => void;
  toggle: () => void;
};

/** State of a popup or dialog that is loaded when it is opened, and stays in the tree while its closing is animated. */
export function useLayer(): Layer {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  return {
    isOpen: state === "open",
    wasOpened: state !== "never",
    open: () => setState("open"),
    close: () => setState("closed"),
    toggle: () => setState((before) => (before === "open" ? "closed" : "open")),
  };
}
