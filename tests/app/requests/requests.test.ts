import { describe, expect, it } from "vitest";
import {
  describeNextStep,
  getRequestTitle,
  getStatusTone,
  statusWords,
  tokensPerSecond,
} from "#app/(playground)/requests/_model/request-facts.ts";
import { isFiltered, readFilters, toQuery, writeFilters } from "#app/(playground)/requests/_model/request-filters.ts";
import { addFresh, findFresh, joinPages, latencyScale } from "#app/(playground)/requests/_model/request-rows.ts";
import type { LoggedRequest, RequestList } from "#lib/contract/logged-request.ts";

const request = (different: Partial<LoggedRequest> = {}): LoggedRequest => ({
  object: "request",
  id: "req_1",
  time: 1_000,
  key: null,
  group: null,
  tags: [],
  hooks: [],
  cache: null,
  route: "POST /v1/messages",
  dialect: "anthropic-messages",
  lane: "relay",
  upstream: "anthropic",
  model: "anthropic/m",
  target: null,
  attempts: [],
  status: 200,
  stream: true,
  input_tokens: 10,
  output_tokens: 100,
  cached_tokens: null,
  cache_write_tokens: null,
  reasoning_tokens: null,
  video_seconds: null,
  images: null,
  first_byte_ms: 500,
  total_ms: 1_500,
  request_bytes: 1,
  response_bytes: 1,
  error: null,
  dropped: [],
  emulated: [],
  prompt: null,
  cost: null,
  cost_about: false,
  exchange: false,
  recorded: false,
  ...different,
});
const page = (rows: Partial<LoggedRequest>[], has_more = false): RequestList => ({
  object: "list",
  data: rows.map(request),
  has_more,
  next_cursor: null,
});

describe("filters", () => {
  it("are written to the URL and read back without unknown values", () => {
    const search = "?key=key_1&status=5xx&model=a%2Fb&since=24h&errors=true";
    expect(writeFilters(readFilters(`${search}&colour=red&lane=`))).toBe(search);
    expect(writeFilters({})).toBe("");
  });

  it("are sent under the gateway's names", () => {
    const query = toQuery({ key: "key_1", since: "2h", model: "a/b" }, 10_000_000);
    expect(Object.fromEntries(query)).toEqual({ key_id: "key_1", since: "2800000", model: "a/b", calls: "true" });
    expect(Object.fromEntries(toQuery({ all: "true", since: "123" }, 0))).toEqual({ since: "123" });
    expect(Object.fromEntries(toQuery({ id: "req_1" }, 0))).toEqual({ id: "req_1" });
  });

  it("exclude nothing by default", () => {
    expect(isFiltered({ all: "true" })).toBe(false);
    expect(isFiltered({ status: "429" })).toBe(true);
  });
});

describe("rows", () => {
  it("appear once when the log grows between two pages", () => {
    const rows = joinPages([page([{ id: "b" }, { id: "a" }]), page([{ id: "a" }, { id: "c" }])]);
    expect(rows.map(({ id }) => id)).toEqual(["b", "a", "c"]);
  });

  it("include new requests, even slow ones", () => {
    const shown = [request({ id: "b", time: 2 }), request({ id: "a", time: 0 })];
    const newest = page([
      { id: "c", time: 3 },
      { id: "b", time: 2 },
      { id: "slow", time: 1 },
    ]);
    const { fresh, gap } = findFresh(shown, newest);
    expect([fresh.map(({ id }) => id), gap]).toEqual([["c", "slow"], false]);
    expect(addFresh(page(shown), fresh).data.map(({ id }) => id)).toEqual(["c", "b", "slow", "a"]);
  });

  it("leave a gap when more are between them and the visible ones", () => {
    expect(findFresh([request()], page([{ id: "z", time: 9 }], true)).gap).toBe(true);
    expect(findFresh([], page([{ id: "z" }], true)).gap).toBe(false);
  });

  it("share one scale, which a single slow request does not flatten", () => {
    const rows = Array.from({ length: 100 }, (_, index) => request({ total_ms: index }));
    expect(latencyScale([...rows, request({ total_ms: 1_000_000 })])).toBe(95);
    expect(latencyScale([])).toBe(1);
  });
});

describe("words", () => {
  it("name the model or the route", () => {
    expect(getRequestTitle(request())).toBe("anthropic/m");
    expect(getRequestTitle(request({ model: null }))).toBe("POST /v1/messages");
    expect(getRequestTitle(request({ model: null, route: null, id: "video_x" }))).toBe("Video");
  });

  it.each([
    [200, "good", "Succeeded"],
    [418, "refused", "Refused"],
    [429, "refused", "Rate limited"],
    [499, "left", "Cancelled"],
    [503, "broken", "Overloaded"],
  ])("describe status %i", (status, tone, words) => {
    expect([getStatusTone(status), statusWords(status)]).toEqual([tone, words]);
    expect(describeNextStep(request({ status })) === undefined).toBe(status < 400);
  });

  it("give a rate for streams only", () => {
    expect(tokensPerSecond(request())).toBe(100);
    expect(tokensPerSecond(request({ stream: false }))).toBeUndefined();
    expect(tokensPerSecond(request({ first_byte_ms: 1_499 }))).toBeUndefined();
  });
});
