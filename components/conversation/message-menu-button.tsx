"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { Turn } from "#lib/playground/conversation/transcript.ts";
import { IconButton } from "../ui/button.tsx";

const MessageMenu = dynamic(() => import("./message-menu.tsx").then((module) => module.MessageMenu));

/** Menu button of a message. The menu is loaded on first use. */
export function MessageMenuButton({ turn, versionCount }: { turn: Turn; versionCount: number }) {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label="Message actions"
        size="small"
        aria-haspopup="menu"
        aria-expanded={state === "open"}
        onClick={() => setState("open")}
      >
        <Ellipsis />
      </IconButton>
      {state !== "never" && (
        <MessageMenu
          turn={turn}
          versionCount={versionCount}
          open={state === "open"}
          anchor={button}
          onClose={() => setState("closed")}
        />
      )}
    </>
  );
}
