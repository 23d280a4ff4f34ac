"use client";

import { type AssistantTurn, latestPicture, pathTo, type Turn } from "#lib/playground/conversation/transcript.ts";
import { useChatState } from "../chat/chat-context.tsx";
import { PictureFrame } from "./picture-frame.tsx";
import { useElapsed } from "./use-elapsed.ts";

/** Approximate number of pixels of generated images. */
const AREA = 1024 * 1024;

/** Placeholder between the request and the image, in the expected aspect ratio. */
export function Painting({ startedAt, turn }: { startedAt: number; turn: AssistantTurn }) {
  const elapsed = useElapsed(startedAt, true, 200);
  return (
    <>
      <p className="flex h-6 items-center gap-2 text-[15px]">
        <span className="shimmer-text">Generating</span>
        {elapsed > 1000 && <span className="text-numeric text-muted-foreground">{Math.floor(elapsed / 1000)} s</span>}
      </p>
      <PicturePlace turn={turn} />
    </>
  );
}

/** Placeholder of an image of the response. */
export function PicturePlace({ turn }: { turn: AssistantTurn }) {
  const ratio = useChatState(({ session }) =>
    expectedRatio(pathTo(session.transcript, turn.parent), session.settings.parameters.aspectRatio),
  );
  return <PictureFrame width={Math.sqrt(AREA * ratio)} height={Math.sqrt(AREA / ratio)} caption={null} />;
}

/** Returns the expected width divided by height: as requested, else that of the edited image, else square. */
function expectedRatio(path: readonly Turn[], asked: unknown): number {
  const [, across, down] = (typeof asked === "string" && /^(\d+):(\d+)$/.exec(asked)) || [];
  if (across && down) return Number(across) / Number(down);
  const question = path.at(-1);
  const attached = question?.role === "user" ? question.attachments.find(({ width }) => width) : undefined;
  const { width, height } = attached ?? latestPicture(path) ?? {};
  return width && height ? width / height : 1;
}
