/**
 * Writes a page's model and settings, and optionally the text of its conversation, into an address:
 * `/chat#s=1.<deflated JSON>`. A browser never sends the part after `#` to a server, so it is in no log.
 */

import type { ChatSettings } from "../chat/chat-settings.ts";
import { fields } from "../dialects/json-fields.ts";
import type { SettingsRules } from "../parameters/settings-rules.ts";
import { deflateText, inflateText } from "./deflate-text.ts";
import { type PlainTurn, readPlainTurns } from "./exports/plain-turns.ts";
import { readSettings } from "./imports/read-settings.ts";

export type SharedPage = { settings: ChatSettings; turns: PlainTurn[] };

/** Contents of a link. */
export type ReadLink = SharedPage & {
  /** Sentences on what was dropped, and why. */
  problems: string[];
};

const VERSION = "1";
/** Limit on an address, in characters; chat programs and some browsers cut longer ones. */
export const LONGEST_LINK = 8000;

/** @param address of the gateway and the page, such as `http://localhost:3000/chat` */
export async function writeShareLink({ settings, turns }: SharedPage, address: string): Promise<string> {
  const { model, system, parameters, toolsText, toolsOff = [], autoReply } = settings;
  const shared = {
    ...(model === undefined ? {} : { model }),
    ...(system.trim() === "" ? {} : { system }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(toolsText.trim() === "" ? {} : { toolsText }),
    ...(toolsOff.length === 0 ? {} : { toolsOff }),
    ...(autoReply ? { autoReply } : {}),
    ...(turns.length === 0 ? {} : { turns }),
  };
  return `${address}#s=${VERSION}.${await deflateText(JSON.stringify(shared))}`;
}

/** @throws Error, with a message for the screen, when it cannot be read */
export async function readShareLink(fragment: string, rules: SettingsRules): Promise<ReadLink> {
  const [version, words = ""] = fragment.slice("#s=".length).split(".");
  if (version !== VERSION) {
    throw new Error(
      `The link has version “${version}”, which this gateway can’t read. Update the gateway, or ask for a new link.`,
    );
  }
  let shared: unknown;
  try {
    shared = JSON.parse(await inflateText(words));
  } catch {
    throw new Error("The link is incomplete. Copy it again from where it was created.");
  }
  const given = fields(shared);
  if (!given) throw new Error("The link has no settings.");
  const turns = given.turns === undefined ? [] : readPlainTurns(given.turns);
  return { ...readSettings(given, rules), turns };
}
