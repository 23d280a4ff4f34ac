"use client";

import { Mic } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useChat } from "../chat/chat-context.tsx";
import { useCommands } from "../shell/use-commands.ts";
import { IconButton } from "../ui/button.tsx";

const RecordingBar = dynamic(() => import("./recording-bar.tsx").then((module) => module.RecordingBar));

/**
 * Recording of an attachment: its button, and the bar that is loaded when it begins. An API without audio says so, and
 * the microphone is not asked for.
 */
export function useRecording(onFile: (file: File) => void) {
  const { dialect } = useChat();
  const [isRecording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string>();
  const record = () => {
    const refusal = dialect.refuseFile?.({ mediaType: "audio/wav" });
    setProblem(refusal);
    if (!refusal) setRecording(true);
  };
  useCommands([
    {
      id: "record-audio",
      label: "Record audio",
      group: "Conversation",
      keywords: "microphone voice speak attach",
      enabled: !isRecording,
      run: record,
    },
  ]);
  const bar = isRecording && (
    <RecordingBar
      onEnd={({ file, problem: reason }) => {
        setRecording(false);
        setProblem(reason);
        if (file) onFile(file);
        document.querySelector<HTMLElement>("#composer")?.focus();
      }}
    />
  );
  const button = (
    <IconButton label="Record audio" className="rounded-full" disabled={isRecording} onClick={record}>
      <Mic />
    </IconButton>
  );
  return { bar, button, problem, clearProblem: () => setProblem(undefined) };
}
