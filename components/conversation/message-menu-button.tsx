"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import type { Turn } from "#lib/playground/conversation/transcript.ts";
import { IconButton } from "../ui/button.tsx";
import { useLayer } from "../ui/use-layer.ts";

const MessageMenu = dynamic(() => import("./message-menu.tsx").then((module) => module.MessageMenu));

/** Menu button of a message. The menu is loaded on first use. */
export function MessageMenuButton({ turn, versionCount }: { turn: Turn; versionCount: number }) {
  const popup = useLayer();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label="Message actions"
        size="small"
        aria-haspopup="menu"
        aria-expanded={popup.isOpen}
        onClick={popup.open}
      >
        <Ellipsis />
      </IconButton>
      {popup.wasOpened && (
        <MessageMenu
          turn={turn}
          versionCount={versionCount}
          open={popup.isOpen}
          anchor={button}
          onClose={popup.close}
        />
      )}
    </>
  );
}
