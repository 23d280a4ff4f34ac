import type { EventKind } from "#lib/playground/inspector/event-facts.ts";

/** Custom properties of the theme, without their dashes. */
export type ThemeColor =
  | "accent"
  | "series-2"
  | "series-3"
  | "series-4"
  | "success"
  | "destructive"
  | "muted-foreground"
  | "dialect-chat"
  | "dialect-responses"
  | "dialect-messages"
  | "dialect-google"
  | "border"
  | "card"
  | "foreground";

const COLORS: Partial<Record<EventKind, ThemeColor>> = {
  text: "accent",
  reasoning: "series-4",
  tool: "series-2",
  image: "series-3",
  finish: "success",
  done: "success",
  error: "destructive",
};

/** Returns the colour of a kind of event in charts and lists. Kinds without content are grey. */
export const findKindColor = (kind: EventKind): ThemeColor => COLORS[kind] ?? "muted-foreground";
