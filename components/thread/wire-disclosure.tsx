"use client";

import { useEffect, useState } from "react";
import type { WireRecord } from "#lib/playground/wire/wire-record.ts";
import { useChat } from "../chat/chat-context.tsx";
import { WireView } from "../ui/wire-view.tsx";

/** The wire of an answer, read when it is asked for. */
export function WireDisclosure({ turnId }: { turnId: string }) {
  const chat = useChat();
  const [wire, setWire] = useState<WireRecord | null>();
  useEffect(() => {
    void chat.loadWire(turnId).then((record) => setWire(record ?? null));
  }, [chat, turnId]);
  if (wire === undefined) return null;
  if (wire === null)
    return <p className="w-full text-muted-foreground text-xs">The wire of this answer was not kept.</p>;
  return <WireView wire={wire} />;
}
