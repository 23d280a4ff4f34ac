"use client";

import { CornerDownLeft, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { countToolRounds, MAXIMUM_ROUNDS, REPLY_PAUSE } from "#lib/playground/conversation/auto-reply.ts";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";

/** Buttons to send the results, or errors. Sends automatically while auto-reply is on. */
export function ToolReply({
  count,
  seenLive,
  onSend,
}: {
  /** Number of calls without a result. */
  count: number;
  /** True when the calls have just arrived on screen. */
  seenLive: boolean;
  onSend: (isError?: boolean) => void;
}) {
  const chat = useChat();
  const automatic = useChatState((state) => state.session.settings.autoReply === true);
  const rounds = useChatState((state) => countToolRounds(visiblePath(state.session.transcript)));
  const [asked, setAsked] = useState(false);
  const exhausted = rounds >= MAXIMUM_ROUNDS;
  const goes = automatic && !exhausted && (seenLive || asked);
  const reply = useEffectEvent(() => onSend());
  useEffect(() => {
    if (!goes) return;
    const timer = setTimeout(() => reply(), REPLY_PAUSE);
    return () => clearTimeout(timer);
  }, [goes]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="primary" onClick={() => onSend()}>
        <CornerDownLeft aria-hidden />
        {count > 1 ? "Send results" : "Send result"}
      </Button>
      <Button variant="outline" data-tooltip={chat.dialect.tools?.errorNote} onClick={() => onSend(true)}>
        <TriangleAlert aria-hidden /> Send as error
      </Button>
      <span className="flex items-center gap-2 text-[13px] text-muted-foreground">
        <Switch
          checked={automatic}
          label="Auto-reply"
          onChange={(autoReply) => {
            setAsked(autoReply);
            chat.changeSettings({ autoReply });
          }}
        />
        Auto-reply
      </span>
      <span role="status" className="text-muted-foreground text-xs">
        {goes && `Replying automatically, round ${rounds + 1} of ${MAXIMUM_ROUNDS}…`}
        {automatic && exhausted && `${MAXIMUM_ROUNDS} automatic rounds. Send a message to continue.`}
        {!automatic && "We filled in a sample result. Edit it if you like."}
      </span>
    </div>
  );
}
