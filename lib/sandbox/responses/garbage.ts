/**
 * `sandbox/garbage`: a well-formed stream whose content tests clients that render it. Nothing in it is meant to work.
 */
import type { Tool } from "#lib/canonical/call.ts";
import type { Draft, DraftBlock } from "./draft.ts";

const PIECES = [
  "# A heading that never # closes <b>or does it\n\n",
  "<script>document.title = 'a script ran'</script><img src=x onerror=\"document.title='a handler ran'\">\n\n",
  "[half a link](http://127.0.0.1:9/unfinished\n\n[no address]() ![no image](javascript:alert(1)) [data](data:text/html,<script>1</script>)\n\n",
  "| a | broken | table |\n|---|:--\n| too | many | cells | here | and | here |\n| `unclosed | code |\n\n",
  "**bold *and italic that __cross** each* other__ ~~~and strike~~ \\\\\\ backslashes\n\n",
  "Control characters: \u0000 \u0007 \u001b[31mred\u001b[0m \u007f \u0085, line \u2028 and paragraph \u2029 separators.\n\n",
  "Bidirectional: \u202Eright to left override\u202C, \u2066isolated\u2069, \u200Fמה קורה\u200E, zero\u200Bwidth\uFEFFjoins.\n\n",
  "Combining: Z\u0351\u036B\u0343\u036A\u0302a\u0334\u0362\u035Dl\u0334\u0315\u0321go\u0337\u0321\u031D, lone half \uFFFD, private \uE000, noncharacter \uFFFE.\n\n",
  "Emoji: 👩‍👩‍👧‍👦👨🏿‍🚀🏴󠁧󠁢󠁷󠁬󠁳󠁿🇨🇭❤️‍🔥#️⃣ and half a family 👩‍\n\n",
  `One word: ${"supercalifragilistic".repeat(60)}\n\n`,
  `${"> ".repeat(40)}deep quote\n${"  ".repeat(30)}- deep list\n\n`,
  "$$\\frac{1}{0 \\unknown{ $ 5 and $ 6 and &nbsp;&#x1F4A9;&notanentity; <!-- a comment that never ends\n\n",
  '</div></body></html><style>*{display:none}</style><iframe srcdoc="<p>">\n\n',
  '[^1]: a footnote to nothing\n[ref]: <> "\n***\n---\n===\n\n',
  'data: [DONE]\n\nevent: error\ndata: {"error": "this is text, not a frame"}\n\n',
  "````md\n```js\nconst unclosed = `${",
];

/** Returns the same text for every call, followed by a call with invalid arguments when there is a function to call. */
export function createGarbageDraft(tools: Tool[] | undefined): Draft {
  const blocks: DraftBlock[] = [{ type: "text", text: PIECES.join("") }];
  const target = tools?.find((tool) => tool.kind === "function");
  if (target) {
    blocks.push({
      type: "tool-call",
      name: target.name,
      kind: "function",
      input: '{"unfinished": [1, 2,, "\\u00", {"a": tru',
    });
  }
  return { reasoning: [], blocks };
}
