/** Steps of tests on conversations that a gateway of their own stores. */
import { type BrowserContext, expect as baseExpect, type Page } from "@playwright/test";
import type { ConversationList } from "#lib/contract/stored-conversation.ts";
import { ADMIN_KEY, composer, modelButton } from "./chat-page.ts";
import { type EmptyGateway, startEmptyGateway } from "./empty-gateway.ts";

/** Time in which a change reaches the gateway: a second, and some more on a busy machine. */
export const expect = baseExpect.configure({ timeout: 30_000 });
export const AUTHORIZED = { authorization: `Bearer ${ADMIN_KEY}` };

export function startLibrary(): Promise<EmptyGateway> {
  return startEmptyGateway({ config: { conversations: { store: true }, sandbox: { tokensPerSecond: 1_000 } } });
}

/** Removes all conversations, also from the trash. */
export async function emptyLibrary({ url }: EmptyGateway): Promise<void> {
  for (const trashed of [false, true]) {
    const all = await fetch(`${url}/api/conversations?trashed=${trashed}`, { headers: AUTHORIZED });
    const { data } = (await all.json()) as ConversationList;
    for (const { id } of data) await fetch(`${url}/api/conversations/${id}`, { method: "DELETE", headers: AUTHORIZED });
  }
}

/** Opens a text page signed in. */
export async function openLibrary(gateway: EmptyGateway, context: BrowserContext, path = "/chat"): Promise<Page> {
  const page = await context.newPage();
  await page.request.post(`${gateway.url}/api/session`, { data: { key: ADMIN_KEY } });
  await page.goto(gateway.url + path);
  await expect(composer(page)).toBeVisible();
  // A page that has not read the list of models yet sends nothing.
  await expect(modelButton(page, "sandbox/")).toBeVisible();
  return page;
}

/** Stores a conversation as another device would. */
export async function storeElsewhere(
  gateway: EmptyGateway,
  id: string,
  { title, text, on = "chat" }: Record<string, string>,
): Promise<void> {
  const turn = { id: `${id}-1`, parent: null, role: "user", createdAt: 1, text, attachments: [] };
  const transcript = {
    turns: { [turn.id]: turn },
    children: { root: [turn.id] },
    selected: { root: turn.id },
  };
  const response = await fetch(`${gateway.url}/api/conversations/${id}`, {
    method: "PUT",
    headers: { ...AUTHORIZED, "content-type": "application/json" },
    body: JSON.stringify({ revision: 0, page: on, title, content: { settings: {}, transcript } }),
  });
  expect(response.status).toBe(201);
}
