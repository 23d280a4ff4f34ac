/**
 * Content blocks of a stream being written (wire-formats §3.6). The API has one open at a time, numbered in order;
 * other APIs interleave theirs. Data of a later block waits until the open block has ended.
 */
import type { ReplyBlock } from "#lib/contract/anthropic-messages/wire.ts";

export type BlockKind = "text" | "thinking" | "tool_use" | "whole";

export type OutBlock = {
  kind: BlockKind;
  /** `content_block_start`'s block; may be completed until the first delta. */
  start: ReplyBlock;
  /** Deltas that arrived before the block's turn, or before its first text: JSON objects. */
  waiting: string[];
  ended: boolean;
  /** Set when `content_block_start` is written. */
  index: number | undefined;
  /** The event of one plain delta of this block, up to its value. */
  head: string;
};

/** The field in which each kind's plain deltas carry their text, and their type. */
const PLAIN_DELTA: Record<BlockKind, string> = {
  text: `{"type":"text_delta","text":`,
  thinking: `{"type":"thinking_delta","thinking":`,
  tool_use: `{"type":"input_json_delta","partial_json":`,
  whole: `{"type":"input_json_delta","partial_json":`,
};

const START = "event: content_block_start\ndata: ";
const DELTA = "event: content_block_delta\ndata: ";
const STOP = "event: content_block_stop\ndata: ";

export type BlockSequence = {
  /** Every method but `begin` returns the events that may be written now. */
  begin(kind: BlockKind, start: ReplyBlock): OutBlock;
  /** Writes the block's start though it has no delta yet, if it is its turn. */
  announce(block: OutBlock): string;
  append(block: OutBlock, text: string): string;
  /** A delta of another type than the block's plain one. */
  add(block: OutBlock, delta: Record<string, unknown>): string;
  end(block: OutBlock): string;
  /** Ends all blocks. */
  endAll(): string;
  /** True while the block can be written to: a finished text block stays open until another block follows. */
  isOpen(block: OutBlock): boolean;
};

export function createBlockSequence(): BlockSequence {
  /** Blocks whose stop is not written yet, in the order in which they began; the first is the one being written. */
  const queue: OutBlock[] = [];
  let written = 0;

  function open(block: OutBlock): string {
    if (block.index !== undefined) return "";
    block.index = written++;
    block.head = `${DELTA}{"type":"content_block_delta","index":${block.index},"delta":${PLAIN_DELTA[block.kind]}`;
    return `${START}{"type":"content_block_start","index":${block.index},"content_block":${JSON.stringify(block.start)}}\n\n`;
  }

  function deltaEvent({ index }: OutBlock, delta: string): string {
    return `${DELTA}{"type":"content_block_delta","index":${index},"delta":${delta}}\n\n`;
  }

  function flush(block: OutBlock): string {
    if (block.waiting.length === 0) return "";
    let events = open(block);
    for (const delta of block.waiting) events += deltaEvent(block, delta);
    block.waiting = [];
    return events;
  }

  /** Ends a block. An empty block is not written: clients would send it back, and upstreams refuse it. */
  function stop(block: OutBlock): string {
    return block.index === undefined ? "" : `${STOP}{"type":"content_block_stop","index":${block.index}}\n\n`;
  }

  /** Closes ended blocks as far as the order allows, and writes the deltas that waited for their turn. */
  function advance(): string {
    let events = "";
    for (let block = queue[0]; block; block = queue[0]) {
      events += flush(block);
      if (block.kind === "tool_use" || block.kind === "whole") events += open(block);
      // The last text block stays open: its citations may arrive after its text.
      if (!block.ended || (block.kind === "text" && queue.length === 1)) break;
      events += stop(block);
      queue.shift();
    }
    return events;
  }

  return {
    begin(kind, start) {
      const block: OutBlock = { kind, start, waiting: [], ended: false, index: undefined, head: "" };
      queue.push(block);
      return block;
    },
    announce: () => advance(),
    append(block, text) {
      if (block !== queue[0]) {
        block.waiting.push(`${PLAIN_DELTA[block.kind]}${JSON.stringify(text)}}`);
        return advance();
      }
      const opening = block.index === undefined ? flush(block) + open(block) : "";
      return `${opening}${block.head}${JSON.stringify(text)}}}\n\n`;
    },
    add(block, delta) {
      block.waiting.push(JSON.stringify(delta));
      return advance();
    },
    end(block) {
      block.ended = true;
      return advance();
    },
    endAll() {
      let events = "";
      for (const block of queue) block.ended = true;
      events += advance();
      const [last] = queue.splice(0);
      return last ? events + stop(last) : events;
    },
    isOpen: (block) => queue.includes(block),
  };
}
