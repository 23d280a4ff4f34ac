"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { addToast, type ToastContent, toasts } from "#lib/playground/shell/toasts.ts";
import { useStore } from "../use-store.ts";

const ToastList = dynamic(() => import("./toast-list.tsx").then((module) => module.ToastList), { ssr: false });

/**
 * Tells the reader something that no place on screen tells: what was saved, imported, or failed in the background. From
 * anywhere, not only from components. An error stays until it is closed. Copying needs none: its icon turns to a check.
 */
export function showToast(content: ToastContent): void {
  addToast(content);
}

/** Where toasts appear, once for the whole page; loaded with the first of them. */
export function Toasts() {
  const any = useStore(toasts, ({ shown }) => shown.length > 0);
  const [wanted, setWanted] = useState(false);
  if (any && !wanted) setWanted(true);
  return wanted ? <ToastList /> : null;
}
