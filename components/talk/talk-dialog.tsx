"use client";

import { useEffect, useRef, useState } from "react";
import { openMicrophone } from "#lib/playground/audio/open-microphone.ts";
import { createSamplePlayer } from "#lib/playground/audio/sample-player.ts";
import { stopReadingAloud } from "#lib/playground/audio/spoken-turn.ts";
import { openTalkSocket } from "#lib/playground/talk/connect.ts";
import { startTalk, type Talk } from "#lib/playground/talk/talk-session.ts";
import { type TalkSettings, talkSettings } from "#lib/playground/talk/talk-settings.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { TalkForm } from "./talk-form.tsx";
import { TalkView } from "./talk-view.tsx";

/** Spoken session with a realtime model. Closing ends the session first, so that no word of it is lost by a slip. */
export function TalkDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [talk, setTalk] = useState<Talk>();
  const running = useRef<Talk>(undefined);
  useEffect(() => {
    const end = () => running.current?.end();
    // A page that the browser stores for Back must hold no microphone.
    addEventListener("pagehide", end);
    return () => {
      removeEventListener("pagehide", end);
      end();
    };
  }, []);

  const start = (settings: TalkSettings) => {
    talkSettings.save(settings);
    stopReadingAloud();
    running.current = startTalk({
      settings,
      openSocket: openTalkSocket,
      openMicrophone,
      createPlayer: createSamplePlayer,
    });
    setTalk(running.current);
  };
  const close = () => {
    if (!talk || talk.store.get().phase === "ended") onClose();
    else talk.end();
  };
  return (
    <ModalDialog open={open} onClose={close} title="Talk" className="w-[34rem]">
      {talk ? (
        <TalkView
          key={talk.requestId}
          talk={talk}
          onAgain={() => setTalk(undefined)}
          onAdded={() => {
            setTalk(undefined);
            onClose();
          }}
        />
      ) : (
        <TalkForm onStart={start} />
      )}
    </ModalDialog>
  );
}
