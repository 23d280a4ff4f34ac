/** Markdown page that shows the abilities of a renderer. */
export const MARKDOWN_SHOWCASE = `## What Markdown I can render

Plain text with **bold**, *italic*, ***both***, ~~struck~~, \`inline code\` and a [link to the chat page](/chat).

### Lists

1. First, a numbered list
2. with a nested one:
   - a point
   - another, with \`code\`
     - and a third level
3. and back

- [x] a task that is done
- [ ] and one that is not

### A table

| Model | Speed | Needs a key | Good for |
|:--|--:|:-:|---|
| \`sandbox/guide\` | 80 tok/s | no | demos, tests, offline work |
| \`sandbox/echo\` | 80 tok/s | no | checking what was sent |
| \`sandbox/long-2000\` | 80 tok/s | no | long streams |

### Code

\`\`\`python
from openai import OpenAI

client = OpenAI(base_url="http://127.0.0.1:3000/v1", api_key="YOUR_KEY")
for chunk in client.chat.completions.create(
    model="sandbox/guide",
    messages=[{"role": "user", "content": "What is Parlance?"}],
    stream=True,
):
    if chunk.choices and chunk.choices[0].delta.content:
        print(chunk.choices[0].delta.content, end="")
\`\`\`

\`\`\`javascript
const response = await fetch("http://127.0.0.1:3000/v1/models", {
  headers: { authorization: \`Bearer \${process.env.PARLANCE_KEY}\` },
});
console.log(await response.json());
\`\`\`

\`\`\`diff
- "model": "sandbox/guide"
+ "model": "ollama/llama3.2"
\`\`\`

### A formula and a diagram

The *n* gaps between tokens, $$g_1, \\dots, g_n$$, give the pace:

$$
\\text{tokens per second} = \\frac{n}{\\sum_{i=1}^{n} g_i}
$$

\`\`\`mermaid
flowchart LR
  client[Your client] --> gateway{Parlance}
  gateway -->|same convention| relay[Relayed as it is]
  gateway -->|another one| translate[Translated]
\`\`\`

### A quotation

> A gateway is a good translator when nobody notices it.
>
> > And quotations can be nested.

### Text from everywhere

Grüße, 你好, こんにちは, שלום, مرحبا, Привет, and emoji: 🚀 🎨 👩‍💻

---

That was a rule. Ask for *sandbox/garbage* as the model to see how the page takes **bad** Markdown.`;
