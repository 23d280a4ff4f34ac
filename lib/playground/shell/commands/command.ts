/** Commands of the palette. A component registers its commands for as long as they can be run. */

export type Command = {
  /** Stable across visits: recent commands are stored by it. */
  id: string;
  label: string;
  /** Heading of the command's group, e.g. "This page" or "Model". */
  group: string;
  /** Equivalent keys, as `showKeys` reads them: "Mod+K". For display only; the owner of the action listens for them. */
  keys?: string;
  /** More words that a search matches. */
  keywords?: string;
  /** Muted text beside the label, e.g. when a chat was last used. */
  detail?: string;
  /** False: the command cannot run now and is hidden. */
  enabled?: boolean;
} & (CommandAction | CommandChoices);

type CommandAction = { run: () => void; choices?: undefined };

/** Opens a second list instead of acting, e.g. of models. `placeholder` is that of its field. */
type CommandChoices = {
  run?: undefined;
  choices: () => readonly Command[] | Promise<readonly Command[]>;
  placeholder: string;
};

const registered = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let listed: readonly Command[] = [];

/** Replaces the commands of `owner` with `commands`; an empty list removes them. */
export function registerCommands(owner: string, commands: readonly Command[]): void {
  if (commands.length > 0) registered.set(owner, commands);
  else registered.delete(owner);
  listed = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** Returns the current commands; the same array until a registration changes. */
export function listCommands(): readonly Command[] {
  return listed;
}

export function watchCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
