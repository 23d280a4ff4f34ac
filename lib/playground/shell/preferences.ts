import { PRESENTATION_KEY } from "./presentation.ts";
import { createRootFlag } from "./root-flag.ts";

/**
 * Open and closed side zones. A script sets the state on the root element before the first paint, so that the page
 * neither shifts nor flashes; localStorage stores it for the next visit.
 */
export type Zone = "rail" | "panel" | "wire";

const listeners = new Set<() => void>();

/** Narrower windows show the zones as sheets over the page, which start closed. */
const WIDE = "(min-width: 1024px)";
/** The sidebar starts open from this width on, until somebody closes it. */
const SIDEBAR_OPEN = "(min-width: 1200px)";

/** Set when the inspector is docked at the bottom of windows that have room for it on the right. */
const DOCK_KEY = "parlance.wire-dock";

/** Set once all steps of the home page's checklist are done, so that it is folded from the first paint on. */
const SETUP_KEY = "parlance.setup-done";

/** Set when the sidebar shows the heading of the gateway's pages alone, which leaves more room for the history. */
const FOLDED_KEY = "parlance.gateway-pages-folded";

/** Runs before the first paint, ahead of React. `data-restoring` hides the empty page while saved content is read. */
export const RESTORE_ZONES_SCRIPT = `try{for(const k of["wire-height","wire-width"]){const v=localStorage.getItem("parlance."+k);if(v)document.documentElement.style.setProperty("--"+k,v+"px")}if(localStorage.getItem("${DOCK_KEY}"))document.documentElement.dataset.dock="bottom"}catch{}for(const z of["rail","panel","wire"])try{const v=localStorage.getItem("parlance."+z);if(v&&matchMedia("${WIDE}").matches)document.documentElement.dataset[z]=v}catch{}try{const d=document.documentElement.dataset;if(localStorage.getItem("${PRESENTATION_KEY}"))d.presentation="";if(localStorage.getItem("${SETUP_KEY}"))d.setup="done";if(localStorage.getItem("${FOLDED_KEY}"))d.gatewayPages="folded";if(!d.rail&&matchMedia("${SIDEBAR_OPEN}").matches)d.rail="open"}catch{}try{if(/[?&](session|video)=/.test(location.search)||localStorage.getItem("parlance."+location.pathname.slice(1)+".kept"))document.documentElement.dataset.restoring=""}catch{}`;

export function isZoneOpen(zone: Zone): boolean {
  return document.documentElement.dataset[zone] === "open";
}

export function setZoneOpen(zone: Zone, open: boolean): void {
  document.documentElement.dataset[zone] = open ? "open" : "closed";
  try {
    if (matchMedia(WIDE).matches) localStorage.setItem(`parlance.${zone}`, open ? "open" : "closed");
  } catch {
    // Storage is forbidden: the choice lasts as long as the page is open.
  }
  for (const listener of listeners) listener();
}

/** Sets the inspector's height or width in pixels; the style sheet limits it to the window. Undefined resets it. */
export function setInspectorSize(side: "height" | "width", pixels: number | undefined): void {
  const { style } = document.documentElement;
  try {
    if (pixels === undefined) {
      style.removeProperty(`--wire-${side}`);
      localStorage.removeItem(`parlance.wire-${side}`);
    } else {
      style.setProperty(`--wire-${side}`, `${Math.round(pixels)}px`);
      localStorage.setItem(`parlance.wire-${side}`, String(Math.round(pixels)));
    }
  } catch {
    // Storage is forbidden: the size lasts as long as the page is open.
  }
}

/** On when wide windows have the inspector at the bottom, too. */
export const dockedBelow = createRootFlag({ attribute: "dock", value: "bottom", key: DOCK_KEY });

/** On when the sidebar shows no more of the gateway's pages than the open one. */
export const gatewayPagesFolded = createRootFlag({ attribute: "gatewayPages", value: "folded", key: FOLDED_KEY });

/** Stores whether the checklist of the home page is done. */
export function noteSetupDone(isDone: boolean): void {
  if (!isDone) delete document.documentElement.dataset.setup;
  try {
    if (isDone) localStorage.setItem(SETUP_KEY, "done");
    else localStorage.removeItem(SETUP_KEY);
  } catch {
    // Storage is forbidden: the list folds once its state is known.
  }
}

/** Shows the page, once the stored chat is on screen or there is none. */
export function endRestoring(): void {
  delete document.documentElement.dataset.restoring;
}

export function watchZones(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
