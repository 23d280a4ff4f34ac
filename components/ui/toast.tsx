"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { addToast, type ToastContent, toasts } from "#lib/playground/shell/toasts.ts";
import { useStore } from "../use-store.ts";

const ToastList = dynamic(() => import("./toast-list.tsx").then((module) => module.ToastList), { ssr: false });

/**
 * Shows a message about something that is not visible elsewhere: saved, imported, or failed in the background. Can be
 * called from anywhere, not only from components. An error stays until it is closed. Copying needs no toast: its icon
 * changes to a check.
 */
export function showToast(content: ToastContent): void {
  addToast(content);
}

/** Container for toasts, once per page; loaded with the first toast. */
export function Toasts() {
  const any = useStore(toasts, ({ shown }) => shown.length > 0);
  const [wanted, setWanted] = useState(false);
  if (any && !wanted) setWanted(true);
  return wanted ? <ToastList /> : null;
}
