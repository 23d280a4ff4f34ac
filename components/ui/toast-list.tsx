"use client";

import { clsx } from "clsx";
import { CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { closeToast, readingTime, type Toast, toasts } from "#lib/playground/shell/toasts.ts";
import { useStore } from "../use-store.ts";
import { Button, IconButton } from "./button.tsx";

const LOOKS = {
  info: { icon: Info, color: "text-muted-foreground" },
  success: { icon: CircleCheck, color: "text-success" },
  error: { icon: TriangleAlert, color: "text-destructive" },
};

/**
 * Toasts below the top bar, clear of the panels and sheets at the edges, about which many of them are. Two live regions exist before they get
 * content, so that screen readers announce it: errors at once, the rest when they pause. Timers stop while the pointer
 * or the focus is on a toast.
 */
export function ToastList() {
  const shown = useStore(toasts, (state) => state.shown);
  const [held, setHeld] = useState(false);
  // Content present when the regions are created is inserted a moment later.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const list = (errors: boolean) =>
    live &&
    shown
      .filter(({ kind }) => (kind === "error") === errors)
      .map((toast) => <ToastCard key={toast.id} toast={toast} held={held} />);
  return (
    <section
      aria-label="Notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        const id = event.key === "Escape" && shown.at(-1)?.id;
        if (!id) return;
        // The key is handled: it must not also stop a response.
        event.stopPropagation();
        closeToast(id);
      }}
      className="pointer-events-none fixed top-16 left-1/2 z-[90] flex w-[22rem] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col gap-2 max-sm:w-[calc(100vw-1.5rem)]"
    >
      <div role="alert" aria-atomic="false" className="flex flex-col gap-2">
        {list(true)}
      </div>
      <div role="status" aria-atomic="false" className="flex flex-col gap-2">
        {list(false)}
      </div>
    </section>
  );
}

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, title, detail, kind = "info", action } = toast;
  const { icon: Icon, color } = LOOKS[kind];
  const time = readingTime(toast);
  useEffect(() => {
    if (held || time === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => closeToast(id), time);
    return () => clearTimeout(timer);
  }, [held, id, time]);
  return (
    <div
      data-toast={kind}
      className="pointer-events-auto flex animate-rise items-start gap-2.5 rounded-2xl bg-popover py-3 pr-2 pl-3.5 shadow-float"
    >
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", color)} />
      <div className="min-w-0 flex-1 self-center">
        <p className="font-medium">{title}</p>
        {detail && (
          <p className="mt-0.5 max-h-40 overflow-y-auto break-words text-[13px] text-muted-foreground">{detail}</p>
        )}
        {action && (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              closeToast(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        size="small"
        label="Close the notification"
        data-tooltip={undefined}
        className="-my-1"
        onClick={() => closeToast(id)}
      >
        <X />
      </IconButton>
    </div>
  );
}
