/** Responses that need no search: greetings, the guide itself, and its limits. */
import type { Wording } from "../responses/wording.ts";
import { closing } from "./compose-answer.ts";

export function greeting(wording: Wording): string {
  const hello = wording.pick([
    "Hello! I am the **sandbox guide**, the model that is built into Parlance.",
    "Hi! You are talking to the **sandbox guide**, Parlance's built-in model.",
    "Welcome to Parlance! I am the **sandbox guide**, the model that comes with it.",
  ]);
  return `## Hello

${hello} I run offline, need no key, and there is no language model behind me: I answer from Parlance's documentation and from what I can measure in your messages.

### Try me

| Ask or do | What you see |
|---|---|
| *What is Parlance?* | An answer from the documentation |
| *How do I stream with curl?* | Code that you can run as it stands |
| *How do I connect Ollama?* | The way to a real model |
| *Show me what Markdown you can render* | Tables, code, lists and more |
| Attach an image or a PDF | Its real size, colours, pages and first words |
| Send \`tools\` or a JSON schema | Calls and JSON that validate |

${closing(wording)}`;
}

export function aboutMyself(wording: Wording): string {
  return `## I am the sandbox guide

I am **not a language model**. I am a small program inside Parlance that searches the documentation, matches words and measures what you attach, so that you can try the gateway offline and without a key. The same request always gets the same answer.

### What I can do

- answer questions about Parlance, with code for curl, Python and JavaScript
- tell you about this conversation: messages, tokens, what you said first
- measure images, PDFs, text files and WAV recordings
- calculate, and repeat what you say
- call your tools and fill your JSON schemas, both valid
- show my reasoning, log probabilities, several choices, stop strings and token limits

### What I cannot do

I know nothing about the world, I do not understand pictures, and I cannot write or translate. For that, connect a real model: ask me *how do I connect Ollama?* or *how do I connect OpenAI?*

${closing(wording)}`;
}

export function courtesy(wording: Wording): string {
  return `${wording.pick(["You are welcome.", "Glad to help.", "Any time."])} ${closing(wording)}`;
}

/** Returns the response when no document has the answer. */
export function cannotKnow({ question, wording }: { question: string; wording: Wording }): string {
  const shown = question.length > 120 ? `${question.slice(0, 117)}…` : question;
  const opening = wording.pick(["I cannot know that.", "That is beyond me.", "I have no way to know that."]);
  const asked = shown === "" ? "" : `\n\n> ${shown.replaceAll(/\s+/g, " ").replaceAll(/[<>|`*_[\]\\]/g, "\\$&")}`;
  return `## Not something that the sandbox can know${asked}

${opening} I am the **offline sandbox**: there is no language model behind me, I have no clock and no internet, and Parlance's documentation does not say anything about this.

### Connect a model that can answer

The quickest way is one environment variable. Its models then appear as \`openai/<model>\`:

\`\`\`bash
OPENAI_API_KEY=sk-... npm start
\`\`\`

\`OPENAI_BASE_URL\` points it at another compatible server. Or add an upstream to \`parlance.config.json\`, for example a local Ollama and Groq:

\`\`\`json
{
  "defaultModel": "ollama/llama3.2",
  "upstreams": {
    "ollama": { "baseUrl": "http://127.0.0.1:11434/v1" },
    "groq": { "baseUrl": "https://api.groq.com/openai/v1", "apiKeyEnv": "GROQ_API_KEY" }
  }
}
\`\`\`

Restart, choose the model in the picker, and ask again.

${closing(wording)}`;
}
