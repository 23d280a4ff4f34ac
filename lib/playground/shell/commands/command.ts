/** The actions that the command palette lists. Whoever offers one registers it for as long as it can be done. */

export type Command = {
  /** Stands for the same action at every visit: what was used lately is remembered by it. */
  id: string;
  label: string;
  /** The heading that it stands under, e.g. "This page" or "Model". */
  group: string;
  /** Keys that do the same, as `showKeys` reads them: "Mod+K". They are shown; whoever owns the action listens for them. */
  keys?: string;
  /** Further words that find it. */
  keywords?: string;
  /** What the row says beside its label, muted, e.g. when a chat was last used. */
  detail?: string;
  /** False: it cannot be done now and is left out. */
  enabled?: boolean;
} & (CommandAction | CommandChoices);

type CommandAction = { run: () => void; choices?: undefined };

/** Opens a second list instead of acting, e.g. of models. `placeholder` is what its field says. */
type CommandChoices = {
  run?: undefined;
  choices: () => readonly Command[] | Promise<readonly Command[]>;
  placeholder: string;
};

const registered = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let listed: readonly Command[] = [];

/** Puts `commands` in place of those that `owner` had; an empty list takes them away. */
export function registerCommands(owner: string, commands: readonly Command[]): void {
  if (commands.length > 0) registered.set(owner, commands);
  else registered.delete(owner);
  listed = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** All that can be done now; the same array until a registration changes it. */
export function listCommands(): readonly Command[] {
  return listed;
}

export function watchCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
