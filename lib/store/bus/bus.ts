/** Bus: messages between the instances of a gateway, best effort. An instance does not get its own messages. */
import { randomUUID } from "node:crypto";
import type { BusMessages, BusMessageType } from "./messages.ts";

/** Place that carries text to all instances, also back to the sender. */
export type Transport = {
  readonly store: "redis" | "postgres";
  readonly isOpen: boolean;
  /** Never waits; text is lost while the server is gone. */
  send(text: string): void;
  /** Called with each text that arrives. Set once. */
  onText: (text: string) => void;
  /** Called when the server is there, at first and again: texts may have been lost before. */
  onOpen: () => void;
  close(): Promise<void>;
};

/** Returns true, or a promise of it, when this instance has done what the message asks for. */
export type BusHandler<Type extends BusMessageType> = (message: BusMessages[Type]) => unknown;

export type Bus = {
  /** Sends to all other instances, and never waits. */
  publish<Type extends BusMessageType>(type: Type, message: BusMessages[Type]): void;
  /** Sends, and waits until an instance has done it; false when none has in time, or there is no bus. */
  ask<Type extends BusMessageType>(type: Type, message: BusMessages[Type], waitMs: number): Promise<boolean>;
  /** Each type has one handler. */
  handle<Type extends BusMessageType>(type: Type, handler: BusHandler<Type>): void;
  /** Calls back when the bus begins to work, also again. */
  whenOpen(listener: () => void): void;
  /** Returns the server that carries the messages, and its state. */
  state(): { store: Transport["store"] | "none"; state: "ok" | "gone" };
  close(): Promise<void>;
};

type Envelope = {
  from: string;
  type: string;
  message: unknown;
  /** Id of a question. */
  ask?: string;
};

const REPLY = "reply";

/** @param transport undefined for an instance that shares no server with others */
export function createBus(transport: Transport | undefined, log: (line: string) => void = () => {}): Bus {
  const own = randomUUID();
  const handlers = new Map<string, (message: never) => unknown>();
  const questions = new Map<string, () => void>();
  const openListeners: (() => void)[] = [];

  function send(envelope: Omit<Envelope, "from">): void {
    if (transport?.isOpen) transport.send(JSON.stringify({ from: own, ...envelope }));
  }

  async function receive(text: string): Promise<void> {
    const { from, type, message, ask } = JSON.parse(text) as Envelope;
    if (from === own) return;
    if (type === REPLY) questions.get(String(message))?.();
    // Instances of another version may know other types.
    else if ((await handlers.get(type)?.(message as never)) === true && ask !== undefined) {
      send({ type: REPLY, message: ask });
    }
  }

  if (transport) {
    transport.onText = (text) => {
      receive(text).catch((error: unknown) => log(`A message of another instance failed: ${String(error)}`));
    };
    transport.onOpen = () => {
      for (const listener of openListeners) listener();
    };
  }

  return {
    publish: (type, message) => send({ type, message }),
    async ask(type, message, waitMs) {
      if (!transport?.isOpen) return false;
      const id = randomUUID();
      try {
        return await new Promise<boolean>((resolve) => {
          questions.set(id, () => resolve(true));
          setTimeout(() => resolve(false), waitMs).unref();
          send({ type, message, ask: id });
        });
      } finally {
        questions.delete(id);
      }
    },
    handle: (type, handler) => void handlers.set(type, handler),
    whenOpen(listener) {
      openListeners.push(listener);
      if (transport?.isOpen) listener();
    },
    state: () => ({ store: transport?.store ?? "none", state: !transport || transport.isOpen ? "ok" : "gone" }),
    close: async () => transport?.close(),
  };
}
