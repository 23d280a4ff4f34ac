"use client";

import { clsx } from "clsx";
import { Braces, Highlighter, StepForward } from "lucide-react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import type { ModelResponse } from "#lib/playground/conversation/model-response.ts";
import { type AssistantTurn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { openInspector } from "#lib/playground/inspector/trace-selection.ts";
import { useChat, useIsDemoRun } from "../chat/chat-context.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { MessageMenuButton } from "./message-menu-button.tsx";
import { RegenerateButton } from "./regenerate-button.tsx";
import { type VersionProps, VersionSwitch } from "./version-switch.tsx";

/** User message that "Continue" sends: this dialect has no way to make a model continue by itself. */
const CONTINUE_PROMPT = "Continue.";

/** Finish reasons after which the response can continue. */
const ENDED_EARLY = new Set(["length", "pause_turn"]);

/** Actions of a response. Always visible for the last one; for older ones on hover or focus, in reserved space. */
export function MessageActions({
  turn,
  answer,
  last,
  byToken,
  onByToken,
  ...versions
}: VersionProps & {
  turn: AssistantTurn;
  answer: ModelResponse;
  last: boolean;
  byToken: boolean;
  onByToken: (byToken: boolean) => void;
}) {
  const chat = useChat();
  const recorded = useIsDemoRun();
  const choice = answer.choices[turn.chosen] ?? answer.choices[0];
  const unfinished =
    turn.state === "stopped" || turn.state === "interrupted" || ENDED_EARLY.has(choice?.finishReason ?? "");
  const paused = choice?.finishReason === "pause_turn";
  return (
    <span
      className={clsx(
        "ml-auto flex items-center transition-opacity duration-150",
        !last && "opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <VersionSwitch {...versions} />
      {last && unfinished && choice?.text ? (
        <Button
          size="small"
          variant="ghost"
          data-tooltip={paused ? "Lets the paused turn go on" : `Sends “${CONTINUE_PROMPT}” after what has come`}
          className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
          onClick={() =>
            void (paused ? chat.continueResponse(turn.id) : chat.send({ text: CONTINUE_PROMPT, attachments: [] }))
          }
        >
          <StepForward aria-hidden /> Continue
        </Button>
      ) : null}
      {choice && choice.logprobs.length > 0 && !choice.files?.length ? (
        <IconButton
          label="Token probabilities"
          size="small"
          aria-pressed={byToken}
          className="aria-pressed:text-accent"
          onClick={() => onByToken(!byToken)}
        >
          <Highlighter />
        </IconButton>
      ) : null}
      {choice?.text ? <CopyButton label="Copy response" size="small" text={() => choice.text} /> : null}
      {!recorded && <RegenerateButton turn={turn} />}
      <IconButton label="Open trace" size="small" onClick={() => openInspector(turn.id, findNewestResponse(chat))}>
        <Braces />
      </IconButton>
      {!recorded && <MessageMenuButton turn={turn} versionCount={versions.versionCount} />}
    </span>
  );
}

export const findNewestResponse = (chat: Chat) =>
  visiblePath(chat.store.get().session.transcript).findLast(({ role }) => role === "assistant")?.id;
