/**
 * Stores contents too long for a link on the gateway; the link names them: `/chat#s=stored.<id>`. It opens exactly like
 * a link that contains everything.
 */
import { callJson } from "../gateway/call-json.ts";
import { RequestFailed } from "../gateway/gateway-request.ts";

const SHARES = "/api/shares";
/** Limit on the part after `#s=`, in characters; the gateway's own limit. */
export const LONGEST_SHARE = 1_000_000;
const MARK = "#s=";
const STORED = /^#s=stored\.(\w+)$/;

export type StoredShare = {
  link: string;
  /** Time in unix milliseconds. */
  expiresAt: number;
};

/** Returns true when the gateway would store a link's contents. */
export function canStore(link: string): boolean {
  return getPayload(link).length <= LONGEST_SHARE;
}

/**
 * @param link that contains everything
 * @throws RequestFailed
 */
export async function storeShare(link: string, send?: typeof fetch): Promise<StoredShare> {
  const body = { payload: getPayload(link) };
  const { id, expires_at } = await callJson<{ id: string; expires_at: number }>("POST", SHARES, { body, send });
  return { link: `${link.slice(0, link.indexOf(MARK))}${MARK}stored.${id}`, expiresAt: expires_at };
}

/**
 * Returns the full fragment for one that names stored contents; any other unchanged.
 * @throws Error, with a message for the screen
 */
export async function loadShare(fragment: string, send?: typeof fetch): Promise<string> {
  const [, id] = STORED.exec(fragment) ?? [];
  if (id === undefined) return fragment;
  try {
    const { payload } = await callJson<{ payload: string }>("GET", `${SHARES}/${id}`, { send });
    return MARK + payload;
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.failure.status !== 404) throw error;
    throw new Error("Nothing is stored under this link. Links expire after 30 days; ask the sender for a new one.");
  }
}

const getPayload = (link: string): string => link.slice(link.indexOf(MARK) + MARK.length);
