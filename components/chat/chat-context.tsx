"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import type { ChatState } from "#lib/playground/chat/chat-state.ts";
import { useStore } from "../use-store.ts";

const ChatContext = createContext<Chat | undefined>(undefined);

export function ChatProvider({ chat, children }: { chat: Chat; children: ReactNode }) {
  return <ChatContext value={chat}>{children}</ChatContext>;
}

/** Returns the page's controller. Its methods never change, so reading it causes no render. */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error("useChat needs a ChatProvider above it");
  return chat;
}

export function useChatState<Selected>(select: (state: ChatState) => Selected): Selected {
  return useStore(useChat().store, select);
}

/** Returns whether the conversation is a demo run, which can be viewed but not continued. */
export function useIsDemoRun(): boolean {
  return useChatState(({ session }) => session.recordedAt !== undefined);
}
