/** The process's log on standard error: lines of JSON, or text on a terminal. */
import { pino } from "pino";
import type { LogSettings } from "#lib/config/log-settings.ts";
import type { Log } from "../request/log.ts";

type Output = { write(text: string): unknown; isTTY?: boolean };

export type Logger = {
  log: Log;
  isWritten: (level: LogSettings["level"]) => boolean;
};

/** @param redact removes secrets from every line, fields included */
export function createLogger(
  { level: least, format }: LogSettings,
  { redact, output = process.stderr }: { redact: (text: string) => string; output?: Output },
): Logger {
  const isText = format === undefined ? output.isTTY === true : format === "text";
  const options = {
    level: least,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Through the process's own stream, so that a line is never before one that was written earlier.
  const logger = pino(options, {
    write: (line: string) => void output.write(redact(isText ? formatLine(JSON.parse(line)) : line)),
  });
  return {
    log: (line, { level = "error", ...fields } = {}) => logger[level](fields, line),
    isWritten: (level) => logger.isLevelEnabled(level),
  };
}

type Line = { level: string; time: string; msg: string; request_id?: string; trace_id?: string } & Record<
  string,
  unknown
>;

/** Fields that the text of a line has already. */
const IN_TEXT = new Set(["level", "time", "msg", "status"]);

function formatLine(line: Line): string {
  const fields = Object.entries(line).filter(([name]) => !IN_TEXT.has(name));
  const rest = fields.map(([name, value]) => `${name}=${value}`).join(" ");
  const clock = line.time.slice("2026-01-01T".length, -1);
  return `${clock} ${line.level.toUpperCase().padEnd(5)} ${line.msg}${rest && `  ${rest}`}\n`;
}
