import { useEffect, useId } from "react";
import { type Command, registerCommands } from "#lib/playground/shell/commands/command.ts";

export type { Command };

/**
 * Lists `commands` in the palette while the component is mounted. The list may be made anew at each render: nothing
 * happens but that it is kept.
 */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId();
  useEffect(() => registerCommands(owner, commands), [owner, commands]);
  useEffect(() => () => registerCommands(owner, []), [owner]);
}
