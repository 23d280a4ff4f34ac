/** Markdown that responses contain, and Markdown that is out to break the renderer. */
export const corpus: Record<string, string> = {
  empty: "",
  plain: "One line.",
  answer: `# Sorting in TypeScript

There are *three* good ways, **all** built in; the first is \`toSorted\`.

## The short one

\`\`\`ts
const sorted = numbers.toSorted((a, b) => a - b);
\`\`\`

1. It does not change the array.
2. It is stable.
   \`\`\`ts
   // inside an item
   \`\`\`
3. It is fast.

| way | stable | new array |
|:----|:------:|----------:|
| \`sort\` | yes | no |
| \`toSorted\` | yes | yes |

> Quoted, with *emphasis*
> over two lines
lazily continued.

---

Done: see [the docs](https://example.com/a_(b) "title") or <https://example.com>.
`,
  setext: "Title\n=====\n\nText before\nanother line\n---\n\nText\n***\nend",
  lists: `- one
- two

  second paragraph of two

      code in two
- three
  - nested
    1. deeper
    2. still

    back

* other list
+ third list

1) a
2) b

- [ ] open
- [x] done

text after
`,
  "ordered to slice": Array.from({ length: 260 }, (_, index) => `${index + 1}. item **${index + 1}**\n`).join(""),
  "loose list to slice": Array.from({ length: 130 }, (_, index) => `- item ${index}\n\n  more of it\n\n`).join(""),
  "table to slice": `Before\n\n| n | square |\n|--:|:--|\n${Array.from({ length: 450 }, (_, n) => `| ${n} | ${n * n} |\n`).join("")}\nAfter\n`,
  "reference links": `Read [the spec][spec], [Spec] and ![logo][logo], not [missing].

[spec]: https://example.com/spec "The spec"

More text, again [spec].

> quoted [inner]
>
> [inner]: https://example.com/inner

[logo]: https://example.com/logo.png
[spec]: https://example.com/second-is-ignored
`,
  footnotes: `Claim one.[^1] Claim two[^note]; a class like [^abc] is no footnote.

[^1]: First source.
[^note]: Second source,
    with a second line.

End.
`,
  fences: `~~~python
print("tilde")
\`\`\`
~~~

   \`\`\`\`js title="x"
   const a = 1;
   \`\`\`
    kept
   \`\`\`\`

text
\`\`\`
no language

blank line above
\`\`\`
\`\`\`json
{"a": 1}
\`\`\``,
  "open fence": `Look:\n\n\`\`\`rust\n${"fn main() {}\n".repeat(130)}let x = \`\`;\n\`\``,
  "windows lines":
    "# Title\r\n\r\ntext  \r\nbreak\r\n\r\n```ts\r\nconst a = 1;\r\n\r\nconst b = 2;\r\n```\r\n\r\n- a\r\n- b\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\rold mac\rlines\r\n",
  html: `Before <b onclick="alert(1)">bold</b> text.

<script>alert("x")</script>

<div>
block *not parsed*

text <img src=x onerror=alert(1)>

<!-- a comment

with a blank line -->

<pre>
a

b
</pre>

<details><summary>s</summary>

inside

</details>

<iframe src="javascript:alert(1)"></iframe>
`,
  "hostile links": `[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java&#10;script:alert(1)) [d](data:text/html,<script>alert(1)</script>)
[e](vbscript:msgbox) [f](<javascript:alert(1)>) [g](//evil.example) [h](/relative) [i](#anchor) [j](file:///etc/passwd)
[k]( javascript:alert(1)) <javascript:alert(1)> [l][ref] ![m](javascript:alert(1)) ![n](http://plain.example/a.png)
![o](data:text/html;base64,PHNjcmlwdD4=) ![p](https://ok.example/a.png "t") [q](mailto:someone@example.com) [r](https://ok.example/?a=1&b=2)
![s](data:image/png;base64,iVBORw0KGgo=) www.example.com mail@example.com

[ref]: javascript:alert(1)
`,
  "control characters":
    "NUL \u0000 escape \u001b[31m bell \u0007 override \u202Egnp.exe\u202C isolate \u2066x\u2069\n\n```sh\necho \u202E# \u2066safe\u2069 \u001b[0m\n```\n\nlone surrogate \ud800 and \udc00, ﷽ 👩‍👩‍👧‍👦 é\n",
  formulas:
    "Area:\n$$\n\\begin{aligned}\n# a_1 &= b \\\\\n- c\n===\n1. d\n\\end{aligned}\n$$\nand\n\\[ x \\\\[2pt] \\]\r\n- item\n  $$y$$\n\n$$z$$ is inline.\n\n$$ open\n\n```sh\necho $$\n$$\n```\n\n\\[\n```\nnot \\]\n```\nend $5\n",
  math: "Inline \\(a_1 * b_1 * c\\), display \\[ x^2_i \\] and $5 or $6, not $$a$$; open \\(a *b*\n\n\\[\n\\frac{1}{2}\n\\]\n",
  "long word": `start ${"x".repeat(40_000)} end\n\nnext ${"🙂".repeat(20_000)}\n`,
  "deep quotes": `${">".repeat(1000)} deep\n\n${"> ".repeat(1000)}deep\n\nshallow\n`,
  "deep lists": `${"- ".repeat(1000)}deep\n\n${Array.from({ length: 120 }, (_, level) => `${"  ".repeat(level)}- level ${level}`).join("\n")}\n\nend\n`,
  "deep emphasis": `${"*".repeat(3000)}a${"*".repeat(3000)}\n\n${"[".repeat(3000)}x${"]".repeat(3000)}\n\n${"**a _b ".repeat(1500)}\n`,
  "long rule": `${"- ".repeat(200)}\n\n${"* ".repeat(60)}\n\ntext\n`,
  ambiguous: `a
-
b
=
- 
-
--
# 
#
####### seven
    code after blank? no

    indented

\tcode
1. x
2) y
| not | a table
| a | b |
|-|
| a | b |
|-|-|
end
[x]: <
[y]:
/url
'title
over'
\\
`,
};
