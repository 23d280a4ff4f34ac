"use client";

import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { showParameter } from "../parameters/show-parameter.ts";
import { FailureCard } from "../ui/failure-card.tsx";
import { useListedModel } from "../use-catalogue.ts";

/** Error of a failed response; the last one can be retried. */
export function ErrorCard({ turn, failure, last }: { turn: AssistantTurn; failure: GatewayFailure; last: boolean }) {
  const chat = useChat();
  const parameters = useChatState((state) => state.session.settings.parameters);
  // After another model was selected, a retry goes to that one, and only by hand.
  const otherModel = useChatState(({ session: { settings } }) =>
    settings.model === undefined || settings.model === turn.model ? undefined : settings.model,
  );
  const otherName = useListedModel(otherModel ?? "")?.name;
  const handlers = {
    onRetry: () => void chat.regenerate(turn.id),
    onRemoveParameter: (name: string) => {
      const { [name]: _removed, ...rest } = chat.store.get().session.settings.parameters;
      chat.changeSettings({ parameters: rest });
      void chat.regenerate(turn.id);
    },
    onEdit: () => document.querySelector<HTMLElement>(`[data-edit="${turn.parent}"]`)?.click(),
    onShowParameter: (name: string) => showParameter({ name, owner: chat }),
  };
  return (
    <FailureCard
      failure={failure}
      setParameters={Object.keys(parameters)}
      handlers={last ? handlers : undefined}
      request={otherModel === undefined && turn.parent !== null ? turn.parent : undefined}
      otherModel={otherName ?? otherModel}
    />
  );
}
