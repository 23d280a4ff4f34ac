"use client";

import { AudioLines } from "lucide-react";
import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { useCommands } from "../shell/use-commands.ts";
import { IconButton } from "../ui/button.tsx";

const TalkDialog = dynamic(() => import("../talk/talk-dialog.tsx").then((module) => module.TalkDialog));

/** Spoken session with a realtime model: its button, and the dialog that is loaded when it is first opened. */
export function useTalk() {
  const [isOpen, setOpen] = useState<boolean>();
  const open = () => setOpen(true);
  useCommands([
    { id: "talk", label: "Talk", group: "Conversation", keywords: "voice realtime speech microphone call", run: open },
  ]);
  const button = (
    <IconButton label="Talk" className="rounded-full" aria-haspopup="dialog" onClick={open}>
      <AudioLines />
    </IconButton>
  );
  // Stays after it was closed: what was said can still be added to the conversation.
  const dialog = isOpen !== undefined && (
    // Without a boundary of its own, the page takes no input until the dialog has been loaded.
    <Suspense>
      <TalkDialog open={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { button, dialog };
}
