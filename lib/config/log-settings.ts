/** Settings of the process's log. */
import { type Environment, readVariable } from "./environment.ts";
import { SettingsError } from "./settings-error.ts";

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogSettings = {
  /** Least important lines that are written. */
  level: LogLevel;
  /** Absent: text on a terminal, JSON everywhere else. */
  format: "json" | "text" | undefined;
};

/** @throws SettingsError */
export function readLogSettings(environment: Environment): LogSettings {
  return {
    level: readChoice(environment, "LOG_LEVEL", LOG_LEVELS) ?? "info",
    format: readChoice(environment, "LOG_FORMAT", ["json", "text"] as const),
  };
}

function readChoice<Choice extends string>(
  environment: Environment,
  field: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = readVariable(environment, field);
  const choice = choices.find((one) => one === value?.toLowerCase());
  if (value === undefined || choice !== undefined) return choice;
  throw new SettingsError({ field, value, expected: choices.join(" or ") });
}
