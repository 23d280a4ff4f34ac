import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type Command, listCommands, watchCommands } from "#lib/playground/shell/commands/command.ts";
import { useAppCommands } from "./use-app-commands.ts";
import { useOtherConversations } from "./use-other-conversations.ts";

const NONE: readonly Command[] = [];

/** Returns the page's commands, the global commands, and conversations of other pages. */
export function usePaletteCommands(): readonly Command[] {
  const registered = useSyncExternalStore(watchCommands, listCommands, listCommands);
  const everywhere = useAppCommands();
  const conversations = useOtherConversations();
  return useMemo(() => [...registered, ...everywhere, ...conversations], [registered, everywhere, conversations]);
}

/** Returns the choices of commands that open a second list, so that a search finds them directly. */
export function useInnerCommands(commands: readonly Command[]): readonly Command[] {
  const [inner, setInner] = useState(NONE);
  useEffect(() => {
    let gone = false;
    const lists = commands.map(async (command) =>
      command.choices && command.enabled !== false ? command.choices() : NONE,
    );
    void Promise.all(lists).then((found) => !gone && setInner(found.flat()));
    return () => {
      gone = true;
    };
  }, [commands]);
  return inner;
}

/** Returns the choices of a command; undefined while they are loading. */
export function useChoices(command: Command | undefined): readonly Command[] | undefined {
  const [choices, setChoices] = useState<readonly Command[]>();
  useEffect(() => {
    let gone = false;
    if (command?.choices) void Promise.resolve(command.choices()).then((found) => !gone && setChoices(found));
    return () => {
      gone = true;
    };
  }, [command]);
  return choices;
}
