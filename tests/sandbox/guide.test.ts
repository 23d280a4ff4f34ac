import { marked } from "marked";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { FileContent, Message } from "#lib/canonical/call.ts";
import { countTurns } from "../support/count-turns.ts";
import { makePdf } from "../support/make-pdf.ts";
import { ask, callOf, fold, partsOf, user } from "./ask.ts";

/** Fences are closed and every table row has as many cells as its head. */
function isWellFormed(markdown: string): boolean {
  const fences = markdown.match(/^```/gm)?.length ?? 0;
  const tables = marked.lexer(markdown).filter((token) => token.type === "table");
  return (
    fences % 2 === 0 &&
    tables.every(
      ({ raw }) =>
        new Set(
          raw
            .trim()
            .split("\n")
            .map((row: string) => row.replaceAll("\\|", "").split("|").length),
        ).size === 1,
    )
  );
}

describe("questions about the product", () => {
  it.each<[string, RegExp[]]>([
    [
      "What is Parlance?",
      [/\[What is Parlance\?[^\]]*\]\(\/docs\//, /^Parlance is a \*\*multi-provider model gateway/, /^\|/m],
    ],
    [
      "How do I stream with curl?",
      [
        /\[Stream with curl[^\]]*\]\(\/docs\//,
        /```bash\ncurl -N http:\/\/127\.0\.0\.1:3000\/v1\/chat\/completions/,
        /"stream": true/,
      ],
    ],
    [
      "How do I connect Ollama?",
      [/\[Connect Ollama[^\]]*\]\(\/docs\//, /"baseUrl": "http:\/\/127\.0\.0\.1:11434\/v1"/, /^1\. /m],
    ],
    ["What does x-gateway-dropped mean?", [/\[x-gateway-dropped[^\]]*\]\(\/docs\//, /had no effect/]],
    ["How do I use the OpenAI SDK in Python?", [/```python[\s\S]*base_url="http:\/\/127\.0\.0\.1:3000\/v1"/]],
    ["How do I get JSON output with JavaScript?", [/```javascript[\s\S]*response_format/]],
    ["How do I revoke a key?", [/npm run keys -- revoke/]],
    ["Where do I create a key in the browser?", [/Create key/, /once/]],
    ["How long is a stored link kept?", [/30 days/]],
    ["Which environment variables are there?", [/`PARLANCE_ADMIN_KEY`/, /^\|/m]],
    ["Can I generate videos?", [/\/v1\/videos/]],
    ["How do I send an image?", [/image_url/, /```python/]],
    ["Which sandbox models are there?", [/`sandbox\/echo`/]],
    ["What is the difference between relay and translate?", [/`relay`: /, /`translate`: /, /x-gateway-dropped/]],
    [
      "How do I use the Anthropic SDK?",
      [
        /\[Use the Anthropic SDK[^\]]*\]\(\/docs\//,
        /without `\/v1`/,
        /```python[\s\S]*Anthropic\(base_url="http:\/\/127\.0\.0\.1:3000"/,
        /```javascript[\s\S]*@anthropic-ai\/sdk/,
      ],
    ],
    ["How do I use the Anthropic SDK in JavaScript?", [/\[Use the Anthropic SDK[^\]]*\]\(\/docs\//, /new Anthropic\(/]],
    [
      "How do I use the Google SDK?",
      [/\[Use the Google GenAI SDK[^\]]*\]\(\/docs\//, /genai\.Client\(/, /new GoogleGenAI\(/],
    ],
    [
      "How do I call it like Gemini?",
      [/\[Call it like Gemini[^\]]*\]\(\/docs\//, /:generateContent/, /x-goog-api-key/],
    ],
    [
      "How do I call it like Claude?",
      [/\[Call it like Claude[^\]]*\]\(\/docs\//, /\/v1\/messages/, /anthropic-version: /],
    ],
    ["How do I connect Claude?", [/\[Connect Claude[^\]]*\]\(\/docs\//, /ANTHROPIC_API_KEY=/]],
    ["How do I connect Gemini?", [/\[Connect Gemini[^\]]*\]\(\/docs\//, /GEMINI_API_KEY=/]],
    ["How do I connect Mistral?", [/npm install @ai-sdk\/mistral/, /"package": "@ai-sdk\/mistral"/]],
    ["How do I use a provider package of the AI SDK?", [/"package": "@ai-sdk\/mistral"/]],
    [
      "How do I stream with the Anthropic SDK?",
      [/\[Stream with the Anthropic SDK[^\]]*\]\(\/docs\//, /messages\.stream\(/],
    ],
    [
      "How do I call a tool with the Anthropic SDK?",
      [/\[Call a tool with the Anthropic SDK[^\]]*\]\(\/docs\//, /input_schema/],
    ],
    ["How do I count tokens?", [/\[Count tokens[^\]]*\]\(\/docs\//, /count_tokens/, /:countTokens/]],
    ["Which header does the Google SDK send its key in?", [/x-goog-api-key/]],
    ["How do I use previous_response_id?", [/\[Continue a response[^\]]*\]\(\/docs\//, /previous_response_id/]],
    ["How do I upload a file?", [/\[Upload files[^\]]*\]\(\/docs\//, /\/v1\/files/]],
    ["What does finish_reason length mean?", [/`length` \|/]],
    ["How do I change the port?", [/PORT=4000/]],
    ["How do I set timeouts?", [/`firstByteMs`/]],
  ])("%s", async (question, patterns) => {
    const { text } = await ask(question);
    for (const pattern of patterns) expect(text).toMatch(pattern);
    expect(text).toMatch(/\]\(\/docs\/[\w-]+/);
    expect(isWellFormed(text)).toBe(true);
  });

  it("takes a follow-up as one", async () => {
    const { text } = await ask([
      user("How do I stream with curl?"),
      { role: "assistant", content: "Like this." },
      user("and in Python?"),
    ]);
    expect(text).toMatch(/\[Stream with Python[^\]]*\]\(\/docs\//);
    expect(text).toMatch(/```python[\s\S]*stream=True/);
  });

  it("says less or more when verbosity asks for it", async () => {
    const lengthOf = async (verbosity: "low" | "medium" | "high") =>
      (await ask("What is Parlance?", { verbosity })).text.length;
    expect(await lengthOf("low")).toBeLessThan(await lengthOf("medium"));
    expect(await lengthOf("high")).toBeGreaterThan(await lengthOf("medium"));
  });

  it("thinks about what it looked up", async () => {
    const { reasoning } = await ask("How do I connect Ollama?", { reasoning: { effort: "medium" } });
    expect(reasoning).toContain("docs/guide/providers.md");
  });

  it("shows what Markdown it can render", async () => {
    const { text } = await ask("Show me what Markdown you can render");
    for (const pattern of [/^- \[x\]/m, /^\| Model/m, /```python/, /^> /m, /~~/]) expect(text).toMatch(pattern);
    expect(isWellFormed(text)).toBe(true);
  });

  it("greets", async () => {
    expect((await ask("hello")).text).toMatch(/sandbox guide/);
    expect((await ask("Hi there!")).text).toMatch(/sandbox guide/);
  });
});

describe("what it cannot know", () => {
  it.each([
    "What's the weather in Paris?",
    "What's in the news today?",
    "Explain quantum physics",
    "Who painted the Mona Lisa?",
    "What is a black hole?",
  ])("is refused in two lines with two links: %s", async (question) => {
    const { text } = await ask(question);
    expect(text).toMatch(/offline sandbox/);
    expect(text.split("\n\n")).toHaveLength(2);
    expect(text.match(/\]\(\/[\w/#-]+\)/g)).toHaveLength(2);
  });

  it("is refused in one line from then on, and never twice in the same words", async () => {
    const messages: Message[] = [];
    const refusals: string[] = [];
    for (const question of ["Explain gravity", "Explain light", "Explain time travel", "Explain love"]) {
      messages.push(user(question));
      const { text } = await ask(messages);
      refusals.push(text);
      messages.push({ role: "assistant", content: text });
    }
    expect(refusals.map((text) => text.split("\n").length)).toEqual([3, 1, 1, 1]);
    expect(new Set(refusals).size).toBe(4);
  });
});

describe("text that is not meant for it", () => {
  it.each([
    ["one letter", "a".repeat(200_000)],
    ["blanks", " ".repeat(200_000)],
    ["brackets", "(".repeat(200_000)],
    ["words", "in paris, ".repeat(20_000)],
    ["numbers", "1,".repeat(100_000)],
  ])("is taken as it comes: %s", async (_, text) => {
    expect((await ask(text)).finish).toEqual({ unified: "stop" });
  });
});

describe("questions about the conversation", () => {
  const history: Message[] = [
    { role: "system", content: "Speak like a pirate." },
    user("My name is Ada Lovelace."),
    { role: "assistant", content: "Pleased to meet you." },
  ];

  it.each<[string, RegExp]>([
    ["How many messages are in this conversation?", /\| Messages \| 4 \|[\s\S]*\| System prompt \| \d+ tokens \|/],
    ["What did I say first?", /> My name is Ada Lovelace\./],
    ["What is my name?", /\*\*Ada Lovelace\*\*/],
    ["Is there a system prompt?", /> Speak like a pirate\./],
    ["What did you just say?", /> Pleased to meet you\./],
    ["Say that again", /^Pleased to meet you\.$/],
    ["Say this is a test", /^this is a test$/],
    ["Repeat after me: one *two* three", /^one \*two\* three$/],
  ])("%s", async (question, pattern) => {
    expect((await ask([...history, user(question)])).text).toMatch(pattern);
  });

  it.each([
    ["what is 12 * (3+4)?", "= 84"],
    ["2 + 2", "= 4"],
    ["What is 15% of 240?", "= 36"],
    ["seven", undefined],
    ["sqrt(2)^2 + 2^10", "= 1,026"],
    ["0.1 + 0.2 =", "= 0.3"],
    ["-3 - -4", "= 1"],
    ["how much is 1,000 divided by 8?", "= 125"],
    ["1/0", "no finite value"],
    ["Is 2026-03-14 a good day?", undefined],
  ])("works out %s", async (question, expected) => {
    const { text } = await ask(question);
    if (expected === undefined) expect(text).not.toContain(" = ");
    else expect(text).toContain(expected);
  });
});

describe("attachments", () => {
  const see = async (file: Partial<FileContent> & Pick<FileContent, "mediaType" | "data">, text = "What is this?") => {
    const part: FileContent = { type: "file", ...file };
    return (await ask([{ role: "user", content: [{ type: "text", text }, part] }])).text;
  };
  const inline = (bytes: Uint8Array) => ({ kind: "base64", base64: Buffer.from(bytes).toString("base64") }) as const;

  it("measures an image: size, format, transparency and colours with names", async () => {
    const left = await sharp({ create: { width: 30, height: 40, channels: 4, background: "#0000ff" } })
      .png()
      .toBuffer();
    const image = await sharp({ create: { width: 120, height: 40, channels: 4, background: "#e61919" } })
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const text = await see({ mediaType: "image/*", data: inline(image), filename: "flag.png" });
    expect(text).toContain("flag.png");
    expect(text).toContain("120 × 40 pixels");
    expect(text).toMatch(/PNG/);
    expect(text).toContain("has an alpha channel");
    expect(text).toMatch(/\| red \| `#e61919` \| 7[3-7] % \|/);
    expect(text).toMatch(/\| blue \| `#0000ff` \| 2[3-7] % \|/);
    expect(isWellFormed(text)).toBe(true);
  });

  it("remembers an image of an earlier turn", async () => {
    const image = await sharp({ create: { width: 7, height: 9, channels: 3, background: "#ffffff" } })
      .jpeg()
      .toBuffer();
    const { text } = await ask([
      { role: "user", content: [{ type: "file", mediaType: "image/jpeg", data: inline(image) }] },
      { role: "assistant", content: "I see." },
      user("What colours are in the picture?"),
    ]);
    expect(text).toContain("7 × 9 pixels");
    expect(text).toContain("JPEG");
  });

  it("reads a PDF: pages, title, first words", async () => {
    const text = await see({
      mediaType: "application/pdf",
      data: inline(Buffer.from(makePdf(), "latin1")),
      filename: "plan.pdf",
    });
    expect(text).toMatch(/\| Pages \| 2 \|/);
    expect(text).toMatch(/\| Title \| Grand Plan \|/);
    expect(text).toMatch(/> Hello from page one/);
  });

  const pdf = (text: string) => ({ mediaType: "application/pdf", data: inline(Buffer.from(text, "latin1")) });

  it("leaves the loop free while it reads a PDF of 2,000 pages", async () => {
    const pages = Array.from({ length: 2000 }, (_, index) => (index < 1000 ? "" : `Page ${index}`));
    const long = pdf(makePdf(pages));
    await see(pdf(makePdf()));
    const { turns, outcome } = await countTurns(() => see(long));
    expect(outcome).toMatchObject({ status: "fulfilled", value: expect.stringMatching(/\| Pages \| 2000 \|/) });
    expect(turns).toBeGreaterThan(20);
  });

  it("reads a text file: type, lines, first words", async () => {
    const text = await see({ mediaType: "text/csv", data: inline(Buffer.from("city,temp\nOslo,3\nLima,19\n")) });
    expect(text).toMatch(/\| Type \| text\/csv \|/);
    expect(text).toMatch(/\| Lines \| 3 \|/);
    expect(text).toContain("> city,temp Oslo,3 Lima,19");
  });

  it("tells the length of a WAV recording, and only the size of others", async () => {
    expect(await see({ mediaType: "audio/wav", data: inline(makeWav(2)) })).toMatch(/\| Length \| 2\.00 s \|/);
    expect(await see({ mediaType: "audio/mp3", data: inline(Buffer.alloc(2048)) })).toMatch(/2\.0 kB/);
  });

  it("does not fetch what is elsewhere, and says so", async () => {
    const text = await see({ mediaType: "image/*", data: { kind: "url", url: "http://127.0.0.1:9/a.png" } });
    expect(text).toMatch(/do not fetch/);
    expect(await see({ mediaType: "application/pdf", data: { kind: "reference", id: "file-1" } })).toMatch(
      /uploaded file/,
    );
  });

  it("survives a broken file", async () => {
    const cutOff = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    expect(await see({ mediaType: "image/png", data: inline(cutOff) })).toMatch(/could not be read/);
    expect(await see({ mediaType: "application/pdf", data: inline(Buffer.from("%PDF-1.4 broken")) })).toMatch(
      /could not be read/,
    );
  });
});

describe("code that the guide shows", () => {
  const question = callOf("How do I use the Anthropic SDK in JavaScript?");
  const textAt = async (origin?: string) =>
    fold(await partsOf(question, undefined, origin === undefined ? {} : { origin })).text;

  it("calls the gateway where its reader called it", async () => {
    const documented = await textAt();
    expect(documented).toContain("http://127.0.0.1:3000");
    const elsewhere = await textAt("https://models.example.com");
    expect(elsewhere).toBe(documented.replaceAll("http://127.0.0.1:3000", "https://models.example.com"));
  });

  it("leaves JSON as its schema asks for it", async () => {
    const schema = { type: "object", properties: { url: { const: "http://127.0.0.1:3000" } }, required: ["url"] };
    const call = callOf("Where is it?", { output: { type: "json-schema", name: "place", schema } });
    const { text } = fold(await partsOf(call, undefined, { origin: "https://models.example.com" }));
    expect(JSON.parse(text)).toMatchObject({ url: "http://127.0.0.1:3000" });
  });
});

function makeWav(seconds: number): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(rate * seconds, 40);
  return Buffer.concat([header, Buffer.alloc(rate * seconds, 128)]);
}
