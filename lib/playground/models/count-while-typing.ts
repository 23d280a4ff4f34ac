/** Setting to ask the gateway for the tokens and the price of a request while it is typed. On until switched off. */
import { createStore } from "../shell/create-store.ts";

const NAME = "parlance.count-while-typing";

export const countWhileTyping = createStore<{ isOn: boolean }>({ isOn: readSetting() });

export function setCountWhileTyping(isOn: boolean): void {
  countWhileTyping.set({ isOn });
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // Storage is forbidden: the choice lasts as long as the page is open.
  }
}

function readSetting(): boolean {
  // On the server, even asking for localStorage prints a warning.
  if (typeof window === "undefined") return true;
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}
