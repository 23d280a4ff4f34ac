"use client";

import { SendHorizontal } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { FIELD } from "../ui/text-field.tsx";

/** Field for those who type to the model. */
export function TalkInput({ disabled, onSend }: { disabled: boolean; onSend: (text: string) => void }) {
  const [text, setText] = useState("");
  const isEmpty = text.trim() === "";
  return (
    <form
      aria-label="Typed message"
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || disabled) return;
        onSend(text.trim());
        setText("");
      }}
    >
      <input
        aria-label="Message to the model"
        placeholder="Or type a message"
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        maxLength={20_000}
        onChange={(event) => setText(event.target.value)}
        className={FIELD}
      />
      <IconButton type="submit" label="Send message" disabled={isEmpty || disabled}>
        <SendHorizontal />
      </IconButton>
    </form>
  );
}
