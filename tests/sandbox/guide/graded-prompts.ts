/** Prompts that people try first, with what a good answer to each is. */
import type { Request } from "#lib/sandbox/guide/classify-request.ts";

export type GradedPrompt = {
  prompt: string;
  /** Kinds of the requests in it, in order. */
  kinds: Request["kind"][];
  /** Address of the section that answers it. */
  section?: string;
  /** Words of a good answer. */
  has?: RegExp;
  /** Words that would be false. */
  lacks?: RegExp;
};

type Row = [prompt: string, has?: RegExp, lacks?: RegExp];

const of = (kind: Request["kind"], rows: Row[]): GradedPrompt[] =>
  rows.map(([prompt, has, lacks]) => ({ prompt, kinds: [kind], ...(has && { has }), ...(lacks && { lacks }) }));

const documented = (rows: [prompt: string, section: string, has?: RegExp][]): GradedPrompt[] =>
  rows.map(([prompt, section, has]) => ({ prompt, kinds: ["documented"], section, ...(has && { has }) }));

/** No feature that exists may be denied, and none that does not may be described. */
const DENIAL = /says nothing|has no|cannot know|can't know/i;

export const GRADED_PROMPTS: GradedPrompt[] = [
  ...documented([
    ["What is Parlance?", "/docs/what-is-parlance", /multi-provider model gateway/],
    ["What can Parlance do?", "/docs/what-is-parlance"],
    ["Explain Parlance to me", "/docs/what-is-parlance"],
    ["How do I stream with curl?", "/docs/streaming#stream-with-curl", /curl -N/],
    ["How do I stream an answer?", "/docs/streaming"],
    ["Give me a Python sample that streams", "/docs/streaming#stream-with-python", /```python/],
    ["how to strem in python", "/docs/streaming#stream-with-python", /```python/],
    ["How do I add my OpenAI key?", "/docs/providers#connect-openai", /OPENAI_API_KEY/],
    ["Can I use it with Ollama?", "/docs/providers#connect-ollama", /11434/],
    ["how do i connect ollama", "/docs/providers#connect-ollama"],
    ["What are the status codes?", "/docs/errors#status-codes", /\| 429 \|/],
    ["What are the error status codes? Show me a table and code.", "/docs/errors#status-codes", /```bash/],
    ["What does an error look like?", "/docs/errors", /```json/],
    ["Where do I create a key in the browser?", "/docs/keys#manage-keys-in-the-browser"],
    ["How do I upload a file?", "/docs/images-and-files#upload-files"],
    ["How do I delete a file through the API?", "/docs/images-and-files#upload-files"],
    ["How do I send an image?", "/docs/images-and-files#send-an-image"],
    ["How do I edit an image with a mask?", "/docs/images#edit-a-part-of-an-image-with-a-mask"],
    ["How do I count tokens?", "/docs/apis#count-tokens"],
    ["How do I change the port?", "/docs/configuration#change-the-port-or-the-address", /PORT=4000/],
    ["Where are conversations saved?", "/docs/generate-content-page#where-conversations-are-saved"],
    ["I lost my admin key", "/docs/troubleshooting#i-lost-the-admin-key"],
    ["How do I fall back to another model?", "/docs/routes"],
    ["How do I set a budget per key?", "/docs/keys#limits-and-budgets"],
    ["How do I limit a key to 10 requests per minute?", "/docs/keys#limits-and-budgets"],
    ["Does it have rate limits?", "/docs/keys#limits-and-budgets"],
    ["What is this thing?", "/docs/what-is-parlance"],
    ["Does the gateway retry failed requests?", "/docs/providers#when-a-request-is-retried"],
    ["Show me a JavaScript example for tool calling", "/docs/tools#call-a-tool-with-javascript", /```javascript/],
    ["Can I use Claude through the OpenAI library?", "/docs/connect-an-sdk#use-the-openai-sdk"],
    ["Which sandbox models are there?", "/docs/sandbox#sandbox-models", /sandbox\/echo/],
    ["Was ist Parlance?", "/docs/what-is-parlance", /^\*Ich antworte auf Englisch/],
    ["Wie verbinde ich OpenAI?", "/docs/providers#connect-openai", /^\*Ich antworte auf Englisch/],
    ["Comment connecter OpenAI ?", "/docs/providers#connect-openai", /^\*Je réponds en anglais/],
    ["¿Qué es Parlance?", "/docs/what-is-parlance", /^\*Respondo en inglés/],
    ["Hello! What is Parlance?", "/docs/what-is-parlance"],
  ]),
  {
    prompt: "Show me a table of the status codes and a Python sample that streams",
    kinds: ["documented", "documented"],
    has: /\| 429 \|[\s\S]*```python[\s\S]*stream=True/,
    lacks: DENIAL,
  },
  { prompt: "2+2 and what is Parlance?", kinds: ["computed", "documented"], has: /= 4\*\*[\s\S]*gateway/ },
  ...of("fact", [
    ["compare GPT and Claude", /\(\/compare\)/],
    ["Which model is better, GPT or Claude?", /\(\/compare\)/],
    ["Who made you?", /authors of Parlance/],
    ["Is my data sent to the internet?", /stays on this machine[\s\S]*no telemetry/i],
    ["Do you train on my data?", /no telemetry/],
    ["Is Parlance GDPR compliant?", /no telemetry/, /is compliant/i],
    ["What does Parlance cost?", /free and open source/],
    ["How much does it cost?", /MIT/],
    ["Is it open source?", /MIT/],
    ["What's new?", /no list of changes/],
    ["How fast are you?", /80 tokens a second/],
    ["Do you speak German?", /English only/],
    ["How is it different from LiteLLM?", /byte for byte/],
    ["Why did my request fail with 429?", /rate limit/],
    ["What does 503 mean?", /overloaded or stopping/],
    ["Make me a picture of a cat", /\(\/images\)/],
    ["Make a video of a fox", /\(\/videos\)/],
    ["Does it work offline?", /^\*\*Yes/],
    ["How do I deploy it?", /npm start/],
  ]),
  ...of("absent", [
    ["Does it support SSO?", /no single sign-on/],
    ["Is there RBAC?", /no users, teams or roles/],
    ["Does Parlance do RAG?", /no retrieval/],
    ["Is there an embeddings endpoint?", /no embeddings/],
    ["Can I talk to it with my voice?", /no speech/],
    ["Does it have text-to-speech?", /no speech/],
    ["Can I fine-tune a model?", /no fine-tuning/],
    ["Does it cache responses?", /no response cache/],
    ["Is there a mobile app?", /no phone/],
  ]),
  ...of("computed", [
    ["what's 17*23?", /391/],
    ["15 % of 240", /= 36\*\*/],
    ["add 1/3 and 1/4", /= 0\.5833333333\*\*/],
    ["subtract 4 from 10", /= 6\*\*/],
    ["divide 9 by 1.5", /= 6/],
    ["What is 20% off 80?", /64/],
    ["How many r's are in strawberry?", /\*\*3\.\*\*/],
    ["How many words are in 'the quick brown fox'?", /4 words/],
    ["Say hello in 5 languages", /Hallo[\s\S]*Bonjour[\s\S]*Hola/, /in 5 languages/],
    ["translate 'good morning'", /Guten Morgen/],
    ["capital of France", /Paris/],
    ["What is the capital of Australia?", /Canberra/],
    ["Convert 10 km to miles", /6\.2137 mi/],
    ["100 F in C", /37\.7778 °C/],
    ["What day is it today?", /day, \d+ \p{L}+ 2\d{3}/u],
    ["How many days between 2026-01-01 and 2026-03-01?", /59 days/],
    ["What weekday was 2000-01-01?", /Saturday/],
    ["Sort 5, 3, 9, 1", /1, 3, 5, 9/],
    ["Reverse the string hello", /olleh/],
    ["sha256 of hello", /2cf24dba5fb0a30e/],
    ["md5 of test", /098f6bcd4621d373/],
    ["base64 encode hello world", /aGVsbG8gd29ybGQ=/],
    ["Decode this base64: aGVsbG8gd29ybGQ=", /hello world/],
    ["255 in hex", /0xff/],
    ["What is 2024 in roman numerals?", /MMXXIV/],
    ["Which is bigger, 9.11 or 9.9?", /\*\*9\.9\*\*/],
    ["Is 97 prime?", /Yes/],
    ["roll a die", /seed/],
    ['Convert this JSON to a table: [{"a":1,"b":2}]', /\| a \| b \|/],
    ['Does /^\\d{3}$/ match "123"?', /Match at 0/],
    ["List 5 fruits", /1\. apple[\s\S]*5\. /],
    ["Give me three names for a puppy", /3\. Pepper/],
    ["Write hello world in uppercase", /HELLO WORLD/],
    ["Extract the emails from: write to a@b.de or c@d.org", /a@b\.de[\s\S]*c@d\.org/],
  ]),
  ...of("sample", [
    ["write a haiku about the sea", /Sample haiku[\s\S]*tide/],
    ["tell me a joke", /Sample joke/],
    ["Draft an email to my boss", /Sample e-mail[\s\S]*Subject/],
    ["Write a SQL query for the top ten customers", /Sample SQL query[\s\S]*SELECT/],
    ["Write me a python function to sort a list", /Sample Python function[\s\S]*sorted/],
    ["Write a function in TypeScript that reverses a string", /Sample TypeScript function[\s\S]*reverse/],
    ["reverse a string", /Sample/],
    ["Compare remote and office work", /Sample comparison/],
    ["Write a tweet about Parlance", /Sample tweet/],
    ["Write a short story about a robot", /Sample story[\s\S]*robot/],
    ["Give me a product description for shoes", /Sample product description/],
  ]),
  ...of("small-talk", [
    ["Hi", /sandbox guide/],
    ["Who are you?", /not a language model|no language model/],
    ["What can you do?", /compute/],
    ["What model am I talking to?", /sandbox guide/],
    ["Thanks!", /welcome|Glad|Any time/, /Glad to help[\s\S]{40}/],
    ["ok", /next/, /Glad to help|welcome/],
    ["How are you?", /program/],
  ]),
  ...of("outside", [
    ["What is the meaning of life?"],
    ["Who won the world cup?"],
    ["What is a black hole?"],
    ["What is machine learning?"],
    ["Can you remember things?"],
    ["Explain quantum physics"],
    ["What's the weather in Paris?"],
    ["How do I repair a bicycle?"],
    ["What's the best laptop?"],
    ["Recommend a movie"],
    ["How tall is Mount Everest?"],
    ["Tell me about cats"],
    ["Why is the sky blue?"],
  ]),
  ...of("unmentioned", [["How do I use Parlance with Kafka?", /says nothing about “Kafka”/]]),
];
