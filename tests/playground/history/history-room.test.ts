import { beforeEach, expect, test, vi } from "vitest";
import { createRoom } from "#lib/playground/history/history-room.ts";
import { toasts } from "#lib/playground/shell/toasts.ts";

beforeEach(() => toasts.set({ shown: [] }));

/**
 * A browser with `free` bytes beside the traces of conversations, by their sizes, the one left the longest ago first.
 */
function browser({
  free,
  traces,
  told,
}: {
  free: number;
  traces: number[];
  told?: { quota?: number; usage?: number };
}) {
  const left = new Map(traces.map((size, at) => [`session-${at}`, size]));
  let room = free;
  const withRoom = createRoom(
    {
      async *sizes() {
        for (const [sessionId, size] of left) yield { sessionId, size };
      },
      async drop(sessionId) {
        room += left.get(sessionId) ?? 0;
        left.delete(sessionId);
      },
    },
    async () => told ?? { quota: 1_000_000, usage: 1_000_000 - room },
  );
  const write = (size: number) =>
    withRoom(
      () => size,
      async () => {
        if (size > room) throw new DOMException("Full.", "QuotaExceededError");
        room -= size;
      },
    );
  return { write, left: () => [...left.keys()] };
}

test("evicts nothing when there is room", async () => {
  const { write, left } = browser({ free: 100, traces: [50, 50] });
  await write(100);
  expect(left()).toEqual(["session-0", "session-1"]);
  expect(toasts.get().shown).toEqual([]);
});

test("evicts nothing for a file that can never fit", async () => {
  const { write, left } = browser({ free: 100, traces: [50, 50, 50] });
  await expect(write(251)).rejects.toThrow("storage is full");
  expect(left()).toEqual(["session-0", "session-1", "session-2"]);
});

test("evicts the oldest traces, and no more than needed", async () => {
  const { write, left } = browser({ free: 100, traces: [50, 50, 50] });
  await write(180);
  expect(left()).toEqual(["session-2"]);
  expect(toasts.get().shown[0]?.detail).toContain("2 old conversations");
});

test.each([
  ["none", {}],
  ["one that claims there is room", { quota: 1_000_000, usage: 0 }],
])("needs traces as large as the file without a reliable estimate (%s)", async (_name, told) => {
  const refused = browser({ free: 0, traces: [50, 40], told });
  await expect(refused.write(91)).rejects.toThrow("storage is full");
  expect(refused.left()).toEqual(["session-0", "session-1"]);
  const taken = browser({ free: 0, traces: [50, 40], told });
  await taken.write(90);
  expect(taken.left()).toEqual([]);
});

test("evicts at most twice the space needed when the browser stays full", async () => {
  const dropped: string[] = [];
  const withRoom = createRoom(
    {
      async *sizes() {
        for (let at = 0; at < 10; at++) yield { sessionId: `session-${at}`, size: 50 };
      },
      drop: async (sessionId) => void dropped.push(sessionId),
    },
    async () => ({}),
  );
  const full = () => Promise.reject(new DOMException("Full.", "QuotaExceededError"));
  await expect(withRoom(() => 100, full)).rejects.toThrow("storage is full");
  expect(dropped).toHaveLength(4);
});

test("reports once that nothing can be stored, until something can", async () => {
  const { write } = browser({ free: 100, traces: [] });
  await expect(write(101)).rejects.toThrow();
  const [first] = toasts.get().shown;
  expect(first?.kind).toBe("error");
  await expect(write(101)).rejects.toThrow();
  expect(toasts.get().shown[0]?.id).toBe(first?.id);
  await write(1);
  await expect(write(101)).rejects.toThrow();
  expect(toasts.get().shown[0]?.id).not.toBe(first?.id);
});

test("rethrows other failures and evicts nothing", async () => {
  const drop = vi.fn();
  const withRoom = createRoom({ async *sizes() {}, drop }, async () => ({}));
  await expect(
    withRoom(
      () => 1,
      () => Promise.reject(new Error("closed")),
    ),
  ).rejects.toThrow("closed");
  expect(drop).not.toHaveBeenCalled();
});
