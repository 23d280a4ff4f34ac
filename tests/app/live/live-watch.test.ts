import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describePhase, describeProblem } from "#app/live/_model/describe-live.ts";
import { type LiveWatch, watchLive } from "#app/live/_model/live-watch.ts";
import { LIVE_END_EVENT, type LiveState } from "#lib/contract/live-link.ts";

const STATE: LiveState = {
  ...{ state: "running", dialect: "openai-chat", model: "m", started_at: 1, expires_at: 2, dropped_bytes: 0 },
};
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const events = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });
const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: status, code, message: `It is ${code}.` }, { status, headers });

beforeAll(() => {
  // The commit scheduler watches the page's visibility and paints in animation frames.
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 1));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** A gateway that says `running` until the events were asked for and read, and then the last state. */
function gateway(body: () => Response, last: LiveState["state"] = "complete") {
  let asked = 0;
  return async (input: RequestInfo | URL) => {
    if (String(input).endsWith("/events")) return body();
    return Response.json({ ...STATE, state: ++asked > 2 ? last : "running" });
  };
}

async function settled(watch: LiveWatch) {
  await vi.waitFor(() => expect(watch.get().phase).toMatch(/ended|closed/), { timeout: 10_000 });
  return watch.get();
}

test("shows the text and the events of a response, and how it ended", async () => {
  const watch = watchLive(
    "s",
    gateway(() => events(`: ping\n\n${chunk("one ")}${chunk("two")}data: [DONE]\n\n`)),
  );
  expect(describePhase(watch.get())).toBe("Loading…");
  const view = await settled(watch);
  expect(view.response.choices[0]?.text).toBe("one two");
  expect(watch.events.events().map(({ data }) => data)).toEqual([expect.any(String), expect.any(String), "[DONE]"]);
  expect([view.phase, view.eventCount, describePhase(view)]).toEqual(["ended", 3, "Ended. The response is complete."]);
});

test("says that the link was revoked, and keeps what was shown", async () => {
  const end = `event: ${LIVE_END_EVENT}\ndata: {"code":"live_link_revoked","message":"Revoked."}\n\n`;
  const watch = watchLive(
    "s",
    gateway(() => events(chunk("one") + end)),
  );
  const view = await settled(watch);
  expect(view.response.choices[0]?.text).toBe("one");
  expect([view.phase, view.eventCount]).toEqual(["closed", 1]);
  expect(describeProblem(view.problem ?? { code: undefined, message: "" })).toMatchObject({
    ...{ title: "Link revoked", again: false },
  });
});

test("tells an unknown link from a lost connection, which may be tried again", async () => {
  const unknown = await settled(watchLive("s", async () => refusal(404, "live_link_not_found")));
  expect(describeProblem(unknown.problem ?? { code: undefined, message: "" })).toMatchObject({
    ...{ title: "Link not found", again: false },
  });
  const lost = await settled(watchLive("s", () => Promise.reject(new TypeError("fetch failed"))));
  expect(describeProblem(lost.problem ?? { code: "x", message: "" })).toMatchObject({ again: true });
});

test("asks again when the gateway says when", async () => {
  let asked = 0;
  const watch = watchLive(
    "s",
    gateway(() => {
      asked++;
      return asked === 1 ? refusal(503, "live_response_not_begun", { "retry-after": "0.01" }) : events(chunk("one"));
    }),
  );
  expect((await settled(watch)).response.choices[0]?.text).toBe("one");
  expect(asked).toBe(2);
});

test("shows an event that is not JSON among the events, and the response's own error as text", async () => {
  const error = 'data: {"error":{"message":"The provider is down.","type":"server_error"}}\n\n';
  const watch = watchLive(
    "s",
    gateway(() => events(`data: not JSON\n\n${chunk("one")}${error}`), "failed"),
  );
  const view = await settled(watch);
  expect([view.eventCount, view.failure]).toEqual([3, "The provider is down."]);
  expect(describePhase(view)).toBe("Ended. The response failed.");
});

test("reads a response that is no stream", async () => {
  const reply = { choices: [{ index: 0, message: { role: "assistant", content: "whole" }, finish_reason: "stop" }] };
  const view = await settled(
    watchLive(
      "s",
      gateway(() => Response.json(reply)),
    ),
  );
  expect([view.phase, view.eventCount, view.response.choices[0]?.text]).toEqual(["ended", 1, "whole"]);
});
