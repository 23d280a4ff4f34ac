/** RelayedDocument: held while it is small, flowing when it is large, and in both ended in exactly one way. */
import { describe, expect, it, vi } from "vitest";
import { RelayedDocument } from "#lib/gateway/bodies/relayed-document.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createTestRequest } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";

const FAILURE = new GatewayError({ status: 502, message: "cut" });

describe("a relayed document", () => {
  function documentBody() {
    const request = createTestRequest();
    const { context, client, inFlight } = request;
    const readUsage = vi.fn((body: Uint8Array) => ({ outputTokens: body.length }));
    const body = new RelayedDocument({
      head: { status: 200, headers: {} },
      log: context.log,
      inFlight,
      client,
      readUsage,
      check: (body: Buffer) => body,
      onCancel() {},
      onRoom() {},
    });
    body.setHead(201, { "content-type": "application/json" });
    return { ...request, body, readUsage, sink: new ScriptedSink() };
  }

  it("is buffered until complete, and sent as bytes", async () => {
    const { body, rows, inFlight } = documentBody();
    body.write(Buffer.from('{"a":'));
    body.write(Buffer.from("1}"));
    expect(body.hasBegun).toBe(false);
    body.end();
    body.end();
    const response = await body.response;
    expect(response).toMatchObject({ status: 201, headers: { "content-type": "application/json" } });
    expect(Buffer.from(response.body as Uint8Array).toString()).toBe('{"a":1}');
    expect(rows).toMatchObject([{ status: 201, outputTokens: 7, responseBytes: 7 }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("that is cut while buffered is an HTTP error", async () => {
    const { body } = documentBody();
    body.write(Buffer.from('{"a":'));
    body.fail(FAILURE);
    body.end();
    await expect(body.response).rejects.toBe(FAILURE);
  });

  it("that is large is streamed, and its usage is read from its last bytes", async () => {
    const { body, sink, rows, readUsage } = documentBody();
    const megabyte = Buffer.alloc(1024 * 1024, "a");
    expect(body.write(megabyte)).toBe(true);
    expect(body.hasBegun).toBe(false);
    body.write(Buffer.from("b"));
    expect(await body.response).toMatchObject({ status: 201, body });
    body.start(sink);
    sink.isFull = true;
    expect(body.write(Buffer.from("tail"))).toBe(false);
    body.end();
    expect(sink.text.length).toBe(megabyte.length + 5);
    expect(sink.endings).toEqual(["end"]);
    expect(readUsage.mock.calls.map(([bytes]) => bytes.length)).toEqual([4_096 + 4]);
    expect(rows).toMatchObject([{ status: 201, outputTokens: 4_100 }]);
  });

  it("that is large and cut ends with a cut connection", async () => {
    const { body, sink } = documentBody();
    body.write(Buffer.alloc(1024 * 1024 + 1, "a"));
    body.start(sink);
    body.fail(FAILURE);
    expect(sink.endings).toEqual([FAILURE]);
  });

  it("of a client that disconnects meanwhile is dropped", async () => {
    const { body, client, rows, readUsage } = documentBody();
    body.write(Buffer.from("{}"));
    client.leave();
    body.write(Buffer.from("{}"));
    body.end();
    await expect(body.response).rejects.toMatchObject({ status: 499 });
    expect(rows).toMatchObject([{ status: 499 }]);
    expect(readUsage).not.toHaveBeenCalled();
  });
});
