/** The keyboard map as data: the content of the `?` dialog, and key names for the user's system. */

export type KeyRow = {
  /** Each as "Mod+K"; more than one are alternatives. `Mod` is Ctrl, and ⌘ on a Mac. */
  keys: readonly string[];
  does: string;
};

export type KeyGroup = {
  title: string;
  /** First path segments of the pages with these keys; absent: all pages. */
  pages?: readonly string[];
  rows: readonly KeyRow[];
};

const KEY_MAP: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    rows: [
      { keys: ["Mod+K"], does: "Search everything" },
      { keys: ["Mod+,"], does: "Parameters" },
      { keys: ["Mod+."], does: "Inspector" },
      { keys: ["Mod+/"], does: "Models" },
      { keys: ["Alt+P"], does: "Pin a model (in the model list)" },
      { keys: ["Alt+N"], does: "New chat, image or video" },
      { keys: ["/"], does: "Go to the message field" },
      { keys: ["Esc"], does: "Stop or close" },
      { keys: ["?"], does: "Keyboard shortcuts" },
    ],
  },
  {
    title: "Message field",
    rows: [
      { keys: ["Enter", "Mod+Enter"], does: "Send" },
      { keys: ["Shift+Enter"], does: "New line" },
      { keys: ["↑"], does: "Edit the last message (in an empty field)" },
      { keys: ["Backspace"], does: "Remove the last attachment (in an empty field)" },
    ],
  },
  {
    title: "Conversation",
    pages: ["chat", "responses", "messages", "generate-content"],
    rows: [{ keys: ["End"], does: "Jump to latest" }],
  },
  {
    title: "Video",
    pages: ["videos"],
    rows: [
      { keys: [","], does: "Previous frame" },
      { keys: ["."], does: "Next frame" },
      { keys: ["K"], does: "Play or pause" },
      { keys: ["L"], does: "Loop" },
      { keys: ["F"], does: "Fullscreen" },
    ],
  },
];

/** Returns the groups for one page; its own keys come first. */
export function getKeyMap(path: string, map: readonly KeyGroup[] = KEY_MAP): readonly KeyGroup[] {
  const page = path.split("/")[1] ?? "";
  const groups = map.filter(({ pages }) => !pages || pages.includes(page));
  return groups.toSorted((a, b) => Number(a.pages === undefined) - Number(b.pages === undefined));
}

const MAC: Readonly<Record<string, string>> = { Mod: "⌘", Alt: "⌥", Shift: "⇧" };
const OTHER: Readonly<Record<string, string>> = { Mod: "Ctrl" };

/** Returns the keys on the user's system: "Mod+K" is Ctrl and K, or ⌘ and K. */
export function showKeys(keys: string, mac = isMac()): string[] {
  const names = mac ? MAC : OTHER;
  return keys.split(/(?<=.)\+(?=.)/).map((key) => names[key] ?? key);
}

function isMac(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
}
