"use client";

import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { showParameter } from "../parameters/show-parameter.ts";
import { FailureCard } from "../ui/failure-card.tsx";

/** Error of a failed response; the last one can be retried. */
export function ErrorCard({ turn, failure, last }: { turn: AssistantTurn; failure: GatewayFailure; last: boolean }) {
  const chat = useChat();
  const parameters = useChatState((state) => state.session.settings.parameters);
  // After another model was selected, retrying with the old one makes no sense.
  const sameModel = useChatState(({ session: { settings } }) => (settings.model ?? turn.model) === turn.model);
  const handlers = {
    onRetry: () => void chat.regenerate(turn.id),
    onRemoveParameter: (name: string) => {
      const { [name]: _removed, ...rest } = chat.store.get().session.settings.parameters;
      chat.changeSettings({ parameters: rest });
      void chat.regenerate(turn.id);
    },
    onEdit: () => startEdit(turn),
    onShowParameter: (name: string) => showParameter({ name, owner: chat }),
  };
  return (
    <FailureCard
      failure={failure}
      setParameters={Object.keys(parameters)}
      handlers={last ? handlers : undefined}
      request={sameModel && turn.parent !== null ? turn.parent : undefined}
    />
  );
}

/** Starts editing. A refused message is still in the message field; an accepted one is edited in place. */
function startEdit(turn: AssistantTurn): void {
  const composer = document.querySelector<HTMLTextAreaElement>("#composer");
  if (composer && composer.value !== "" && !turn.accepted) composer.focus();
  else document.querySelector<HTMLElement>(`[data-edit="${turn.parent}"]`)?.click();
}
