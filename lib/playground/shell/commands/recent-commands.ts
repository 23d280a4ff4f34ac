/** Commands run last, newest first; stored in this browser. */
const KEY = "parlance.recent-commands";
const MAXIMUM = 4;

export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string): void {
  try {
    const ids = [id, ...recentCommands().filter((other) => other !== id)].slice(0, MAXIMUM);
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Storage is full or forbidden: nothing is recent.
  }
}
