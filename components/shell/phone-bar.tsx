"use client";

import { clsx } from "clsx";
import { Menu } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";

import { LiveDot } from "../ui/live-dot.tsx";
import { useLayer } from "../ui/use-layer.ts";
import { findNavigationPath, PAGES } from "./pages.ts";
import type { RailProps } from "./rail.tsx";
import { useAnswering } from "./use-answering.ts";
import { useTyping } from "./use-typing.ts";

const PhoneMenu = dynamic(() => import("./phone-menu.tsx").then((module) => module.PhoneMenu));

/** Pages in the bar; the menu has all pages. */
const FOUR = ["/chat", "/images", "/videos", "/compare"];
const SHOWN = PAGES.filter(({ path }) => FOUR.includes(path));

/** Navigation of narrow and low windows: a bar at the bottom. Hidden while the on-screen keyboard is open. */
export function PhoneBar(menu: RailProps) {
  const current = findNavigationPath(usePathname() ?? "/");
  const router = useRouter();
  const typing = useTyping();
  const isAnswering = useAnswering();
  const popup = useLayer();
  return (
    <>
      <nav
        aria-label="Pages"
        className={clsx(
          "hidden shrink-0 border-t bg-card pb-[env(safe-area-inset-bottom)] phone-bar:block print:hidden",
          typing && "phone-bar:hidden",
        )}
      >
        <ul className="flex h-14 [@media(height<28rem)]:h-11">
          {SHOWN.map(({ path: page, label, icon: Icon }) => (
            <li key={page} className="flex flex-1">
              <Link
                href={page}
                // On a phone's network the visible content comes first; prefetching on touch is early enough.
                prefetch={false}
                onPointerDown={() => router.prefetch(page)}
                aria-current={current === page ? "page" : undefined}
                aria-label={isAnswering(page) ? `${label}, answering` : undefined}
                className={item(current === page)}
              >
                <Icon aria-hidden />
                <span className={words}>{label}</span>
                {isAnswering(page) && <LiveDot className="absolute top-1.5 left-[calc(50%+0.6rem)]" />}
              </Link>
            </li>
          ))}
          <li className="flex flex-1">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={popup.isOpen}
              onClick={popup.open}
              className={item(current === undefined || !FOUR.includes(current))}
            >
              <Menu aria-hidden />
              <span className={words}>Menu</span>
            </button>
          </li>
        </ul>
      </nav>
      {popup.wasOpened && <PhoneMenu {...menu} open={popup.isOpen} onClose={popup.close} />}
    </>
  );
}

/** Hides the labels in a low window, as with text enlarged four times: two rows of a bar would take half of it. */
const words = "[@media(height<28rem)]:sr-only";

const item = (current: boolean) =>
  clsx(
    "relative flex flex-1 flex-col items-center justify-center gap-0.5 text-xs leading-4 outline-offset-[-4px] transition-colors duration-150 active:bg-foreground/[0.06] [&>svg]:size-5",
    current ? "font-medium text-foreground [&>svg]:text-accent" : "text-muted-foreground",
  );
