import { expect, test } from "vitest";
import { createPlayback, type LivePlayer, SAMPLE_RATE } from "#lib/playground/talk/playback.ts";

/** A loudspeaker that has played as many seconds as the test says. */
function setUp() {
  const players: { pushed: number; heard: number; isClosed: boolean; end: () => void }[] = [];
  const changes: boolean[] = [];
  const createPlayer = (): LivePlayer => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const player = { pushed: 0, heard: 0, isClosed: false, end: resolve };
    players.push(player);
    return {
      push: (samples) => {
        player.pushed += samples.length / SAMPLE_RATE;
      },
      waitForLessThan: () => promise,
      secondsLeft: () => Math.max(0, player.pushed - player.heard),
      close: () => {
        player.isClosed = true;
      },
    };
  };
  const playback = createPlayback({ createPlayer, onChange: (isPlaying) => changes.push(isPlaying) });
  const push = (itemId: string, seconds: number) =>
    playback.push({ itemId, contentIndex: 0 }, new Uint8Array(seconds * SAMPLE_RATE * 2));
  return { playback, players, changes, push };
}

test("an interruption stops at once, and tells how much of each item was heard", () => {
  const { playback, players, changes, push } = setUp();
  push("a1", 1);
  push("a1", 2);
  push("a2", 4);
  const [player] = players;
  if (!player) throw new Error("nothing plays");
  player.heard = 2.25;
  expect(playback.interrupt()).toEqual([
    { itemId: "a1", contentIndex: 0, heardMs: 2_250 },
    { itemId: "a2", contentIndex: 0, heardMs: 0 },
  ]);
  expect(player.isClosed).toBe(true);
  expect(changes).toEqual([true, false]);
  expect(playback.interrupt(), "nothing plays any more").toEqual([]);
});

test("an item that was heard to its end is not cut", () => {
  const { playback, players, push } = setUp();
  push("a1", 1);
  push("a2", 1);
  if (players[0]) players[0].heard = 1.5;
  expect(playback.interrupt()).toEqual([{ itemId: "a2", contentIndex: 0, heardMs: 500 }]);
});

test("sound of an interrupted item that comes late is not played, the next item is", () => {
  const { playback, players, push } = setUp();
  push("a1", 1);
  playback.interrupt();
  push("a1", 1);
  expect(players).toHaveLength(1);
  push("a2", 1);
  expect(players).toHaveLength(2);
});

test("it is silent once all was played and nothing new has come", async () => {
  const { playback, players, changes, push } = setUp();
  push("a1", 1);
  playback.flush();
  push("a1", 1);
  players[0]?.end();
  await Promise.resolve();
  expect(changes, "more came after the flush").toEqual([true]);
  playback.flush();
  await new Promise((resolve) => setTimeout(resolve));
  expect(changes).toEqual([true, false]);
});

test("samples may be cut between two messages", () => {
  const { playback, players } = setUp();
  playback.push({ itemId: "a1", contentIndex: 0 }, new Uint8Array(3));
  playback.push({ itemId: "a1", contentIndex: 0 }, new Uint8Array(1));
  expect(players[0]?.pushed).toBeCloseTo(2 / SAMPLE_RATE);
});
