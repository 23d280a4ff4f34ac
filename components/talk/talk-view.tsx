"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { listSpoken } from "#lib/playground/talk/talk-conversation.ts";
import type { Talk } from "#lib/playground/talk/talk-session.ts";
import { useAddMessages } from "../connected-tools/use-add-messages.ts";
import { Button } from "../ui/button.tsx";
import { FailureCard } from "../ui/failure-card.tsx";
import { useStore } from "../use-store.ts";
import { TalkControls } from "./talk-controls.tsx";
import { TalkFrames } from "./talk-frames.tsx";
import { TalkInput } from "./talk-input.tsx";
import { TalkTurns } from "./talk-turns.tsx";

/** A session under way, or one that has ended. */
export function TalkView({ talk, onAgain, onAdded }: { talk: Talk; onAgain: () => void; onAdded: () => void }) {
  const { phase, conversation, ending, failure } = useStore(talk.store, (state) => state);
  const isOver = phase === "ended";
  return (
    <>
      <TalkControls talk={talk} />
      {conversation.problem && <Problem>{conversation.problem}</Problem>}
      {ending && <Problem>{ending}</Problem>}
      {failure &&
        (failure.status === undefined ? (
          <Problem>{failure.message}</Problem>
        ) : (
          <FailureCard failure={failure} setParameters={[]} />
        ))}
      <TalkTurns turns={conversation.turns} isOver={isOver} />
      {!isOver && <TalkInput disabled={phase !== "open"} onSend={talk.sendText} />}
      {isOver && <Ending talk={talk} onAgain={onAgain} onAdded={onAdded} />}
      <TalkFrames log={talk.log} />
    </>
  );
}

const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-[13px] text-destructive [overflow-wrap:anywhere]">
    {children}
  </p>
);

/** Next steps after a session has ended. */
function Ending({ talk, onAgain, onAdded }: { talk: Talk; onAgain: () => void; onAdded: () => void }) {
  const { addMessages, blocked } = useAddMessages();
  const spoken = listSpoken(talk.store.get().conversation);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const add = () => {
    addMessages(
      spoken.map((message) => ({ ...message, attachments: [] })),
      { run: false },
    );
    onAdded();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {spoken.length > 0 && (
        <Button variant="primary" ref={blocked ? undefined : first} disabled={blocked !== undefined} onClick={add}>
          Add to conversation
        </Button>
      )}
      <Button ref={spoken.length > 0 && !blocked ? undefined : first} onClick={onAgain}>
        New session
      </Button>
      <Link
        href={`/requests?id=${encodeURIComponent(talk.requestId)}`}
        prefetch={false}
        className="text-[13px] text-muted-foreground underline underline-offset-2 hover:text-foreground"
      >
        Request
      </Link>
      {spoken.length > 0 && blocked && <p className="w-full text-muted-foreground text-xs">{blocked}</p>}
    </div>
  );
}
