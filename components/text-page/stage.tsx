"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { contextUse } from "#lib/playground/conversation/context-use.ts";
import { type Turn, type UserTurn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { newDraftKey } from "#lib/playground/history/drafts.ts";
import { countWhileTyping, setCountWhileTyping } from "#lib/playground/models/count-while-typing.ts";
import { hasCallableModel, type Model } from "#lib/playground/models/models.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Composer } from "../composer/composer.tsx";
import { LazyConversation } from "../conversation/lazy-conversation.tsx";
import { prefetchMarkdown } from "../conversation/markdown.tsx";
import { useEditMode } from "../message-editor/use-edit-mode.ts";
import { ModelStatus } from "../model-picker/model-status.tsx";
import { useCommands } from "../shell/use-commands.ts";
import { Greeting, StageEnd } from "../stage/empty-stage.tsx";
import type { Catalogue } from "../use-catalogue.ts";
import { useStore } from "../use-store.ts";
import { ContextGauge } from "./context-gauge.tsx";
import { DemoCards } from "./demo-cards.tsx";
import { SettingChips } from "./setting-chips.tsx";
import { startDemo } from "./start-demo.ts";
import type { TextPageDefinition } from "./text-page-definition.ts";
import { Upstreams } from "./upstreams.tsx";

const MessageEditor = dynamic(() =>
  import("../message-editor/message-editor.tsx").then((module) => module.MessageEditor),
);

const NoModels = dynamic(() => import("../stage/no-models.tsx").then((module) => module.NoModels), {
  loading: () => <div className="flex-[1.35]" />,
});
const RecentSessions = dynamic(() => import("./recent-sessions.tsx").then((module) => module.RecentSessions));
const DemoBar = dynamic(() => import("./demo-bar.tsx").then((module) => module.DemoBar));
const NextRequest = dynamic(() => import("./next-request.tsx").then((module) => module.NextRequest));
const ConversationTotal = dynamic(() => import("./conversation-total.tsx").then((module) => module.ConversationTotal));

/**
 * The conversation above the message field, or the field in the middle of an empty page. The field keeps its place in
 * the tree, so that its text and the focus survive the first message.
 */
export function Stage({
  definition,
  catalogue,
  modelId,
  model,
  problems,
  onShowSetting,
}: {
  definition: TextPageDefinition;
  catalogue: Catalogue;
  modelId: string | undefined;
  model: Model | undefined;
  problems: Record<string, string>;
  onShowSetting: (name: string) => void;
}) {
  const chat = useChat();
  const { models, unavailable, loading, problem } = catalogue;
  const counts = useStore(countWhileTyping, ({ isOn }) => isOn);
  useCommands([
    {
      id: "count-while-typing",
      label: counts ? "Stop counting tokens while typing" : "Count tokens while typing",
      group: "Conversation",
      keywords: "tokens price estimate next request",
      run: () => setCountWhileTyping(!counts),
    },
  ]);
  const sessionId = useChatState((state) => state.session.id);
  const transcript = useChatState((state) => state.session.transcript);
  const running = useChatState((state) => runningTurn(state));
  const hasSessions = useChatState((state) => state.sessions.length > 0);
  const recordedAt = useChatState((state) => state.session.recordedAt);
  const path = useMemo(() => visiblePath(transcript), [transcript]);
  const empty = path.length === 0;
  const context = useMemo(() => contextUse(path.at(-1), model?.contextWindow), [path, model]);
  const lastUser = path.findLast((turn): turn is UserTurn => turn.role === "user");
  const problemNames = Object.keys(problems);
  const { editing, stopEditing } = useEditMode({
    sessionId,
    busy: running !== undefined || recordedAt !== undefined,
  });
  const mute = !loading && !problem && !hasCallableModel(models.filter(definition.offers));
  const playDemo = async () => {
    const { playDemoRun } = await import("#lib/playground/streams/demo/play-demo-run.ts");
    await playDemoRun(chat);
  };

  return (
    <div
      className={clsx("flex min-h-0 flex-1 flex-col", empty && !editing && "empty-stage stage-glow overflow-y-auto")}
    >
      {editing ? (
        <MessageEditor key={sessionId} focus={editing.focus} onClose={stopEditing} />
      ) : empty ? (
        <Greeting
          {...definition.greeting}
          guide={PAGE_DOCS[`/${definition.dialect.page}`]}
          {...(mute ? { detail: "No model is connected yet. Connect one, or watch a recorded run." } : {})}
          problem={problem && `Couldn’t load the models: ${problem}`}
          className="until-restored"
        />
      ) : (
        <LazyConversation />
      )}
      <div
        className={clsx(
          "until-restored mx-auto w-full max-w-[47rem] shrink-0 px-3 print:hidden",
          !empty && "pb-safe",
          // Hidden and not unmounted, so that its text is preserved.
          (editing || recordedAt !== undefined) && "hidden",
        )}
      >
        <Composer
          draftKey={empty ? newDraftKey(definition.dialect.page) : sessionId}
          running={running !== undefined}
          vision={model?.capabilities?.vision}
          acceptsFiles={model?.capabilities?.files}
          lastMessage={lastUser?.text}
          placeholder={hasOpenCalls(path.at(-1)) ? "Send the result, or type a message" : definition.placeholder(path)}
          blocked={mute ? "No model is connected" : problemNames[0] ? `Correct ${problemNames[0]} first` : undefined}
          chips={<SettingChips dialect={definition.dialect} model={model} problems={problems} onShow={onShowSetting} />}
          status={(draft) => (
            <>
              {draft && counts && !running && problemNames.length === 0 ? (
                <NextRequest draft={draft} model={modelId} />
              ) : (
                !empty && <ConversationTotal models={models} />
              )}
              {context && <ContextGauge {...context} />}
              <ModelStatus
                id={modelId}
                model={model}
                activity={running && (running.accepted ? "answering" : "sending")}
                loading={loading}
                problem={problem}
              />
            </>
          )}
          onFocus={prefetchMarkdown}
          onSend={(draft) => void chat.send(draft)}
          onStop={chat.stop}
        />
      </div>
      {recordedAt !== undefined && (
        <div className="px-3 pb-safe print:hidden">
          <DemoBar at={recordedAt} newLabel={definition.newLabel} onPlay={() => void playDemo()} />
        </div>
      )}
      {empty && !editing && mute && <NoModels medium="words" unavailable={unavailable} onPlay={playDemo} />}
      {empty && !editing && !mute && (
        <div className="until-restored flex flex-[1.35] flex-col items-center px-4 pt-5 pb-6">
          <DemoCards
            demos={definition.demos}
            onChoose={(demo) => {
              prefetchMarkdown();
              void startDemo({ demo, chat, catalogue });
            }}
          />
          {hasSessions && <RecentSessions models={models} />}
        </div>
      )}
      {empty && !editing && (
        <>
          {!mute && <Upstreams models={models} unavailable={unavailable} />}
          <StageEnd />
        </>
      )}
    </div>
  );
}

function hasOpenCalls(turn: Turn | undefined): boolean {
  return turn?.role === "assistant" && (turn.answer.choices[turn.chosen]?.toolCalls.length ?? 0) > 0;
}
