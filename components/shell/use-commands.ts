import { useEffect, useId } from "react";
import { type Command, registerCommands } from "#lib/playground/shell/commands/command.ts";

export type { Command };

/**
 * Lists `commands` in the palette while the component is mounted. The array may be new at each render, which is cheap.
 */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId();
  useEffect(() => registerCommands(owner, commands), [owner, commands]);
  useEffect(() => () => registerCommands(owner, []), [owner]);
}
