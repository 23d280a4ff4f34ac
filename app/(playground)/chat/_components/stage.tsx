"use client";

import { clsx } from "clsx";
import { useMemo } from "react";
import { runningTurn } from "#lib/playground/chat-state.ts";
import type { Model } from "#lib/playground/models.ts";
import type { Preset } from "#lib/playground/presets.ts";
import { type UserTurn, visiblePath } from "#lib/playground/transcript.ts";
import { useChat, useChatState } from "../../../../components/chat/chat-context.tsx";
import { Composer } from "../../../../components/composer/composer.tsx";
import { ModelStatus } from "../../../../components/model-picker/model-status.tsx";
import { prefetchMarkdown } from "../../../../components/thread/markdown.tsx";
import { Thread } from "../../../../components/thread/thread.tsx";
import type { Catalogue } from "../../../../components/use-catalogue.ts";
import { Greeting, Suggestions, Upstreams } from "./empty-state.tsx";
import { SettingChips } from "./setting-chips.tsx";

/**
 * The conversation with the message field under it, or the field in the middle of an empty page. The field keeps its
 * place in the tree, so that what is typed and where the focus is survive the first message.
 */
export function Stage({
  catalogue,
  modelId,
  model,
  problems,
  onShowSetting,
}: {
  catalogue: Catalogue;
  modelId: string | undefined;
  model: Model | undefined;
  problems: Record<string, string>;
  onShowSetting: (name: string) => void;
}) {
  const chat = useChat();
  const { models, loading, problem } = catalogue;
  const sessionId = useChatState((state) => state.session.id);
  const transcript = useChatState((state) => state.session.transcript);
  const running = useChatState((state) => runningTurn(state));
  const accepted = useChatState((state) => state.accepted);
  const path = useMemo(() => visiblePath(transcript), [transcript]);
  const empty = path.length === 0;
  const lastUser = path.findLast((turn): turn is UserTurn => turn.role === "user");
  const problemNames = Object.keys(problems);
  const waitsForResult = path.at(-1)?.role === "assistant" && hasOpenCalls(path.at(-1));

  const start = (preset: Preset) => {
    chat.changeSettings(preset.settings);
    prefetchMarkdown();
    void chat.send({ text: preset.prompt, attachments: [] });
  };

  return (
    <div className={clsx("flex min-h-0 flex-1 flex-col", empty && "stage-glow overflow-y-auto")}>
      {empty ? <Greeting problem={problem} /> : <Thread />}
      <div className={clsx("mx-auto w-full max-w-[47rem] shrink-0 px-3", !empty && "pb-safe", "until-restored")}>
        <Composer
          draftKey={empty ? "new" : sessionId}
          acceptedText={accepted?.sessionId === sessionId ? accepted : undefined}
          running={running !== undefined}
          sending={running !== undefined && !running.accepted}
          vision={model?.capabilities?.vision}
          lastMessage={lastUser?.text}
          placeholder={waitsForResult ? "Send the result above, or write on" : "Ask anything"}
          blocked={problemNames[0] ? `Correct ${problemNames[0]} first` : undefined}
          chips={<SettingChips problems={problems} onShow={onShowSetting} />}
          status={
            <ModelStatus
              id={modelId}
              model={model}
              activity={running && (running.accepted ? "answering" : "sending")}
              loading={loading}
              problem={problem}
            />
          }
          onFocus={prefetchMarkdown}
          onSend={(draft) => void chat.send(draft)}
          onStop={chat.stop}
        />
      </div>
      {empty && <Suggestions onChoose={start} />}
      {empty && <Upstreams models={models} />}
    </div>
  );
}

function hasOpenCalls(turn: ReturnType<typeof visiblePath>[number] | undefined): boolean {
  return turn?.role === "assistant" && (turn.answer.choices[turn.chosen]?.toolCalls.length ?? 0) > 0;
}
