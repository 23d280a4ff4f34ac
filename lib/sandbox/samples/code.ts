/** Samples of code. */
import { fenced, type SampleKind } from "./sample.ts";

export const CODE: readonly SampleKind[] = [
  {
    name: "SQL query",
    asked: /\b(?:sql|select statement|database query|postgres query|mysql)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        topic: /\bcreate\b.*\btable|\bschema\b/i,
        text: fenced(
          "sql",
          "CREATE TABLE orders (\n  id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n  customer   TEXT NOT NULL,\n  total      NUMERIC(10, 2) NOT NULL CHECK (total >= 0),\n  ordered_at TIMESTAMPTZ NOT NULL DEFAULT now()\n);\n\nCREATE INDEX orders_by_customer ON orders (customer, ordered_at DESC);",
        ),
      },
      {
        text: fenced(
          "sql",
          "SELECT customer, count(*) AS orders, sum(total) AS revenue\nFROM orders\nWHERE ordered_at >= date_trunc('year', now())\nGROUP BY customer\nORDER BY revenue DESC\nLIMIT 10;",
        ),
      },
    ],
  },
  {
    name: "regular expression",
    asked: /\b(?:regex(?:p|es)?|regular expressions?)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        topic: /\b(date|day|iso)/i,
        text: `${fenced("text", "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$")}\n\nMatches dates such as \`2026-03-14\`; it does not know how long a month is.`,
      },
      {
        topic: /\b(phone|number)/i,
        text: `${fenced("text", "^\\+?[1-9]\\d{6,14}$")}\n\nMatches international phone numbers without spaces (E.164).`,
      },
      {
        text: `${fenced("text", "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$")}\n\nMatches text of the form of an e-mail address. Whether it exists only a message can tell.`,
      },
    ],
  },
  {
    name: "TypeScript function",
    asked: /\b(?:typescript|javascript|ts|js|node(?:\.?js)?)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        topic: /\b(debounce|throttle|delay|wait)/i,
        text: fenced(
          "ts",
          "/** Calls `run` once, after `ms` without another call. */\nexport function debounce<Args extends unknown[]>(run: (...args: Args) => void, ms: number) {\n  let timer: ReturnType<typeof setTimeout> | undefined;\n  return (...args: Args) => {\n    clearTimeout(timer);\n    timer = setTimeout(() => run(...args), ms);\n  };\n}",
        ),
      },
      {
        topic: /\b(reverse|string|palindrome)/i,
        text: fenced(
          "ts",
          '/** Reverses by what readers see as characters, so that emoji stay whole. */\nexport function reverse(text: string): string {\n  const parts = new Intl.Segmenter().segment(text);\n  return [...parts].map(({ segment }) => segment).reverse().join("");\n}',
        ),
      },
      {
        topic: /\b(fetch|request|http|retry|api)/i,
        text: fenced(
          "ts",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the sample
          "export async function fetchJson<Value>(url: string, attempts = 3): Promise<Value> {\n  for (let attempt = 1; ; attempt++) {\n    const response = await fetch(url);\n    if (response.ok) return (await response.json()) as Value;\n    if (response.status < 500 || attempt === attempts) throw new Error(`${url}: ${response.status}`);\n    await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));\n  }\n}",
        ),
      },
      {
        text: fenced(
          "ts",
          "/** Groups items by a key, in the order of their first item. */\nexport function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {\n  const groups = new Map<Key, Item[]>();\n  for (const item of items) {\n    const key = keyOf(item);\n    const group = groups.get(key);\n    if (group) group.push(item);\n    else groups.set(key, [item]);\n  }\n  return groups;\n}",
        ),
      },
    ],
  },
  {
    name: "React component",
    asked: /\b(?:react|jsx|tsx|next\.?js)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        text: fenced(
          "tsx",
          'import { useState } from "react";\n\nexport function Counter({ start = 0 }: { start?: number }) {\n  const [count, setCount] = useState(start);\n  return (\n    <button type="button" onClick={() => setCount((current) => current + 1)}>\n      Clicked {count} {count === 1 ? "time" : "times"}\n    </button>\n  );\n}',
        ),
      },
    ],
  },
  {
    name: "web page",
    asked: /\b(?:html|web ?page|landing page|css|cent(?:er|re) a div)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        text: fenced(
          "html",
          '<!doctype html>\n<html lang="en">\n  <meta charset="utf-8">\n  <title>Hello</title>\n  <style>\n    body { display: grid; place-items: center; min-height: 100vh; margin: 0; font: 1.2rem system-ui; }\n  </style>\n  <h1>Hello, world</h1>\n</html>',
        ),
      },
    ],
  },
  {
    name: "shell script",
    asked: /\b(?:bash|shell)\b.*\b(?:script|command|one-?liner)?\b/i,
    yieldsToDocs: true,
    samples: [
      {
        text: fenced(
          "bash",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the sample
          "#!/usr/bin/env bash\n# The ten largest files below a folder.\nset -euo pipefail\nfind \"${1:-.}\" -type f -printf '%s\\t%p\\n' | sort -rn | head -10 | numfmt --field=1 --to=iec",
        ),
      },
    ],
  },
  {
    name: "Dockerfile",
    asked: /\bdocker ?file\b|\bdocker[- ]compose\b/i,
    yieldsToDocs: true,
    samples: [
      {
        text: fenced(
          "dockerfile",
          'FROM node:22-slim\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci --omit=dev\nCOPY . .\nUSER node\nCMD ["node", "server.js"]',
        ),
      },
    ],
  },
  {
    name: "commit message",
    asked: /\bcommit messages?\b|\bpull request description\b/i,
    samples: [
      {
        text: fenced(
          "text",
          'fix(cart): keep the voucher when an item is removed\n\nThe total was computed before the voucher was read, so that removing\nan item dropped it. The voucher is now part of the cart\'s state.\n\nCovered by cart.test.ts, "keeps a voucher".',
        ),
      },
    ],
  },
  {
    name: "unit test",
    asked: /\b(?:unit )?tests? (?:for|of|case)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        text: fenced(
          "ts",
          'import { expect, it } from "vitest";\nimport { slugify } from "./slugify.ts";\n\nit.each([\n  ["Hello, world", "hello-world"],\n  ["  two  spaces ", "two-spaces"],\n  ["", ""],\n])("writes %j as %j", (text, expected) => {\n  expect(slugify(text)).toBe(expected);\n});',
        ),
      },
    ],
  },
  {
    name: "Python function",
    asked:
      /\b(?:python|py|pandas|fastapi|flask|django)\b|\b(?:functions?|scripts?|programs?|algorithms?|class|snippets?|code)\b|^(?:please |can you )?(?:reverse a (?:string|list)|sort a list|fizz ?buzz)\b|\bfizz ?buzz\b/i,
    yieldsToDocs: true,
    samples: [
      {
        topic: /\b(sort|order)/i,
        text: fenced(
          "python",
          'def by_length(words: list[str]) -> list[str]:\n    """Sorts by length, then alphabetically."""\n    return sorted(words, key=lambda word: (len(word), word))\n\n\nprint(by_length(["pear", "fig", "apple", "kiwi"]))  # [\'fig\', \'kiwi\', \'pear\', \'apple\']',
        ),
      },
      {
        topic: /\b(reverse|palindrome)/i,
        text: fenced(
          "python",
          'def is_palindrome(text: str) -> bool:\n    letters = [character.lower() for character in text if character.isalnum()]\n    return letters == letters[::-1]\n\n\nprint(is_palindrome("A man, a plan, a canal: Panama"))  # True\nprint("hello"[::-1])  # olleh',
        ),
      },
      {
        topic: /\b(fibonacci|prime|factorial|recurs)/i,
        text: fenced(
          "python",
          "from functools import cache\n\n\n@cache\ndef fibonacci(n: int) -> int:\n    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)\n\n\nprint([fibonacci(n) for n in range(10)])  # [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]",
        ),
      },
      {
        topic: /\bfizz ?buzz/i,
        text: fenced(
          "python",
          'for number in range(1, 101):\n    text = "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0)\n    print(text or number)',
        ),
      },
      {
        topic: /\b(csv|file|read|pandas|data)/i,
        text: fenced(
          "python",
          'import csv\nfrom pathlib import Path\n\n\ndef read_rows(path: Path) -> list[dict[str, str]]:\n    with path.open(newline="", encoding="utf-8") as file:\n        return list(csv.DictReader(file))',
        ),
      },
      {
        text: fenced(
          "python",
          "from collections import Counter\n\n\ndef top_words(text: str, count: int = 3) -> list[tuple[str, int]]:\n    words = (word.strip(\".,!?\").lower() for word in text.split())\n    return Counter(words).most_common(count)\n\n\nprint(top_words(\"to be, or not to be\"))  # [('to', 2), ('be', 2), ('or', 1)]",
        ),
      },
    ],
  },
];
