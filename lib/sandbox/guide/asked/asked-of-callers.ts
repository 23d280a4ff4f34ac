/** Questions of people about calling models, by the section that answers it: separated by semicolons. */
export const ASKED_OF_CALLERS: Readonly<Record<string, string>> = {
  "providers#prices": "prices of models; price of an image; how are prices set; enter a price; price list",
  providers:
    "providers; which providers are supported; which llms can I use; supported vendors; supported models; which companies are supported; openai, anthropic and google; list of providers; is my provider supported; provider support; which ai can I use; several providers at the same time; more than one provider",
  "providers#connect-a-provider-in-the-browser":
    "add a provider; paste my api key; any other server; custom base url; deepseek; together; fireworks; xai grok; perplexity; azure openai; qwen; connect a provider; add an api key of a vendor; no terminal; test the connection; disconnect a provider; where do I put my key; enter my key; key does not work; provider will not connect; change the key of a provider; remove a provider; edit a provider; add my own server; nvidia; cerebras; sambanova; huggingface; moonshot; cohere; zhipu",
  "providers#where-api-keys-are-stored":
    "are my api keys encrypted; where are provider keys stored; is my key safe; secrets; encryption; who can see my openai key; secret key; is it safe to paste my key here; can others see my provider key; is the database encrypted; key management; are keys safe; vault",
  "providers#where-a-provider-is-configured":
    "change a provider; why can I not edit a provider; set by environment; where is a provider configured",
  "providers#connect-a-provider-over-the-api": "add a provider by api; automate providers; /api/providers",
  "providers#connect-openai":
    "connect openai; gpt; openai key; OPENAI_API_KEY; chatgpt models; connect my openai account; openai account",
  "providers#connect-claude-anthropic":
    "connect claude; anthropic key; ANTHROPIC_API_KEY; use claude models; connect my anthropic account",
  "providers#connect-gemini-google": "connect gemini; google key; GEMINI_API_KEY; google ai studio",
  "providers#connect-ollama":
    "connect ollama; local models; run models on my computer; llama; offline model; own machine; private model; use llama on my own machine; gemma; qwen; phi; local ai; run without the cloud; model on my gpu; free model; no api key; on my own computer",
  "providers#connect-vllm":
    "connect vllm; self-hosted model; sglang; llama.cpp; my own model server; my own model server; add my own model; self-hosted; tgi; text generation inference; my own endpoint; custom model; use my own gpu server; model on our server",
  "providers#connect-lm-studio": "connect lm studio; lmstudio",
  "providers#connect-groq": "connect groq; openai-compatible server in the config file",
  "providers#connect-openrouter": "connect openrouter",
  "providers#fields-of-a-provider-entry":
    "fields of a provider; options of an upstream; extra headers for a provider; prices of models; set prices; add a price; retries and attempts; send a header to a provider; custom header; organisation id; price of my own model; change the base url of a provider; proxy to a provider",
  "providers#several-keys-of-one-provider":
    "several api keys of one provider; two openai accounts; rotate provider keys; use keys in turn; spread over keys; second key; rotate keys of openai; avoid rate limits of a provider; more quota; multiple accounts",
  "providers#choose-a-providers-apis":
    "which api does a provider use; dialects; a provider with several apis; force an api",
  "providers#when-a-request-is-retried":
    "does it retry; retries; retry after a timeout; retry a failed request; try again automatically; how often is a request repeated; backoff; retry-after; retry automatically; is a failed call repeated; how many attempts; turn retries off; disable retries; exponential backoff",
  "providers#invalid-responses":
    "502 bad gateway; upstream_malformed; provider sent html; invalid body from a provider",
  "providers#secrets-in-errors-and-logs": "are secrets redacted; keys in logs; leak of a key in an error",
  "providers#response-size-limits": "how large may a response be; size of a response",
  "ai-sdk-packages": "ai sdk packages; vendor without these apis; mistral; cohere; bedrock; vertex; aws; azure; amazon",
  "ai-sdk-packages#connect-a-provider-package":
    "connect mistral; use a provider package of the ai sdk; connect bedrock; connect cohere; install a provider package; vertex ai",
  "models-and-aliases": "model names; how is a model named; provider slash model",
  "models-and-aliases#how-a-model-name-is-resolved":
    "how is a model name resolved; model not found; default model; which model is used; short names; unknown model; what does default mean; which model is used when I give none; model does not exist; case of a model name",
  "models-and-aliases#define-aliases-and-a-default-model":
    "alias; what is an alias; rename a model; set the default model; swap a model without changing my code; switch models; nickname for a model; short name; own name for a model; change the model for all apps at once; replace a model; map gpt-4 to another model; make my own model name",
  "models-and-aliases#where-the-model-is-named": "where do I put the model name; model field; model in the path",
  "models-and-aliases#list-the-models":
    "list the models; which models are there; get models by api; /v1/models; which models can I call right now; available models; all models; do you have gpt; show me the models; newest models",
  "models-and-aliases#see-all-models-in-the-browser":
    "model page; prices and context windows; compare prices; context window of a model; cheapest model; capabilities; which model is cheapest; which model is fastest; largest context; compare models by price; what can a model do; which models see images; model details; knowledge cutoff; how many tokens can I send; context length; longest prompt of a model",
  "models-and-aliases#retire-a-model": "deprecated model; retire a model; model is shut down; sunset; end of life",
  routes:
    "route; what is a route; failover; fallback; fall back to another model; load balancing; several models behind one name; share traffic; split traffic by percent; weights; a/b test; canary; provider is down; outage; backup model; redundancy; switch provider when one fails; plan b; resilient; reliable; primary and secondary; automatic failover to another provider; try another model; send part of the traffic to a new model; 80 20 split; spread load over two providers; experiment; gradual rollout; cheapest first; smart routing; load balancing; send requests to two models by weight; weighted models",
  "routes#fields-of-a-route": "weight of a target; fields of a route; sticky; order of fallbacks; firstTokenMs",
  "routes#when-the-next-model-is-tried":
    "when is the next model tried; what happens if a provider is down or fails; outage of a provider; failure of a model; switch in the middle of a stream; what happens when openai is down; provider has an outage; what if the model fails; what triggers a fallback; does it switch on a 429; when does it switch",
  "routes#models-out-of-use":
    "circuit breaker; model out of use; unhealthy provider; cooldown; how does it know that a model is down; health of a model; when is a model used again; recover",
  "routes#conversations":
    "keep a conversation on one model; sticky session; x-session-id; same model for the whole conversation; prompt cache; affinity; session",
  "routes#refuse-losses":
    "refuse a request that would lose fields; onLoss; fail instead of ignoring a parameter; strict; choose which fields may be lost; never lose a field",
  "routes#steer-one-request": "choose the model of a route for one request; x-gateway-route; time limit of one request",
  "routes#see-what-happened":
    "which model answered; see attempts; what did the route do; how do I know which model answered; who answered; number of attempts; x-gateway-route; did it fall back",
  "routes#images-and-videos": "routes for images and videos; failover of an image or video; paid twice for an image",
  "routes#busy-models":
    "busy model; too many requests at one model; spread by load; queue of a model; overloaded model",
  "routes#see-what-a-request-would-become":
    "dry run; preview a request; see what a request would become; what would be sent; plan of a request; what would my request cost; estimate the cost before sending; validate a request; x-gateway-dry-run",
  "routes#test-a-route": "test a route; try failover without a provider; check my route",
  apis: "apis; endpoints; which api should I use; difference between chat completions, responses and messages; chat or responses; which of the four apis; api reference; rest api; reference documentation; openapi; swagger; what is the api; how do I call it from my code; rest; http api; api documentation; which url; which api is best; is it openai compatible; openai compatible; graphql; grpc",
  "apis#endpoints-of-each-api":
    "all endpoints; urls; base urls; paths; which url do I call; list of endpoints; base url; path; routes of the api",
  "apis#call-it-like-openai": "call chat completions with curl; http request; rest call; without an sdk",
  "apis#call-it-like-claude-anthropic-messages":
    "call messages with curl; max_tokens required; anthropic-version; system prompt in messages",
  "apis#call-it-like-gemini-google-generatecontent": "call gemini with curl; generatecontent",
  "apis#difference-between-relay-and-translate":
    "relay or translate; pass-through; is my request changed; byte for byte; what is a lane; translation; bridge; does it change my request; is my prompt modified; what happens to my request; how does translation work; is anything added to my prompt; exact copy; is the stream changed on the way; are events changed; modified",
  "apis#why-tool-call-ids-and-signatures-can-be-long":
    "long tool call ids; signatures; encrypted_content; thought signature",
  "apis#count-tokens":
    "count tokens; how many tokens has my prompt; tokenizer; count before sending; how many tokens will it use; tokens of a text; estimate tokens; count before I send",
  "connect-an-sdk":
    "connect an sdk; base url; client library; use it with my app; cursor; continue; zed; vs code; n8n; open webui; integrate; no-code; use it from my program; python package; npm package; use it in my app; my own program; change the base url; existing code; migrate from openai; drop-in replacement; which sdk; sdk for go; java; c#; rust; php; ruby; swift; excel; google sheets; home assistant; obsidian; raycast; librechat",
  "connect-an-sdk#use-the-openai-sdk":
    "openai sdk; openai library; python openai; use claude or gemini with the openai sdk; change one line of code; call gemini with the openai library; call claude with the openai sdk; openai package; openai client; python example; hello world in python; node example; call it from python; call it from javascript; use it in python; call it from code",
  "connect-an-sdk#use-the-responses-api": "responses api with the sdk",
  "connect-an-sdk#use-the-anthropic-sdk":
    "anthropic sdk; use gpt with the anthropic sdk; gpt models with the anthropic sdk; anthropic library; anthropic client",
  "connect-an-sdk#use-the-google-genai-sdk": "google sdk; genai",
  "connect-an-sdk#use-the-ai-sdk-vercel": "vercel ai sdk; nextjs; react app",
  "connect-an-sdk#use-langchain": "langchain; llamaindex; agents framework",
  "connect-an-agent":
    "claude code; codex; gemini cli; coding agent; use it with an agent; cline; aider; agent in the terminal; programming assistant; use it in my terminal; opencode; goose; roo; copilot; agentic coding",
  "connect-an-sdk#use-curl": "curl; from the shell; call it with curl",
  "connect-an-sdk#generate-a-client-from-openapi":
    "openapi document; api reference; swagger; generate a client; typescript types; other programming languages; go, java, c#, rust, php, ruby client",
  streaming:
    "streaming; stream a response; server-sent events; sse; websockets; tokens one by one; word by word; typing effect; live answer; receive tokens as they come; enable streaming; real time; turn streaming off; disable streaming; whole response at once; without streaming",
  "streaming#stream-with-curl": "stream with curl",
  "streaming#stream-with-python": "stream in python; answer word by word in python",
  "streaming#stream-with-javascript": "stream in javascript, typescript or node",
  "streaming#stream-with-the-anthropic-sdk": "stream with the anthropic sdk",
  "streaming#stream-with-the-google-genai-sdk": "stream with the google sdk",
  "streaming#stream-with-the-responses-api": "stream with the responses api",
  "streaming#events-of-each-api": "events of a stream; chunks; format of a stream; [DONE]; usage in a stream",
  "streaming#finish-reasons":
    "finish_reason; why did it stop; response cut off; answer is truncated; incomplete answer; ends in the middle; length; content filter; max tokens reached; answer stops in the middle; answer is too short; cut off; unfinished sentence; why is my answer incomplete; longer answers; max_tokens",
  "streaming#stop-a-stream":
    "stop a response; cancel a request; cancel a running request; abort; disconnect; stop generating; does closing the connection cancel the request; cancel; stop button; user closes the page; does it still cost when I stop; kill a request; abort signal",
  "streaming#pings-and-broken-streams":
    "ping; keep-alive; broken stream; connection closes during a long response; silent stream; provider closes early; stream stops after a minute; connection reset; disconnects; stream hangs; long silence",
  tools:
    "tools; function calling; does it support tools; call functions; agents; streaming with tools; function call; let the model use my code; give the model a tool; agent with tools; call my api; web search tool",
  "tools#call-a-tool-with-python": "call a tool with python",
  "tools#call-a-tool-with-javascript": "call a tool with javascript",
  "tools#call-a-tool-with-curl": "call a tool with curl",
  "tools#call-a-tool-with-the-anthropic-sdk": "call a tool with the anthropic sdk",
  "tools#tools-with-the-google-genai-sdk": "call a tool with the google sdk",
  "tools#tools-in-each-api": "tools in each api; format of a tool call; tool result; parallel calls; two tools at once",
  "tools#choose-when-tools-are-called":
    "force a tool; tool_choice; required; parallel_tool_calls; no tool; allowed tools; turn tools off; force the model to call a function; make the model use a tool; stop it from calling tools; one tool at a time; must call",
  "structured-output":
    "structured output; only json; respond in json; always json; answer as json; json mode; response_format; json schema; valid json; typed output; extract data; return an object; parse the answer; fields of an answer; machine-readable; guaranteed json; json instead of text; get only json back; answer in a fixed format",
  "structured-output#json-schema-with-python": "json with python; json schema with python",
  "structured-output#json-schema-with-javascript": "json with javascript; json schema with javascript",
  "structured-output#json-schema-with-curl": "json with curl; json schema with curl",
  "structured-output#which-schemas-work":
    "which schemas work; unsupported schema; draft of json schema; pydantic; zod; my schema is refused; schema too large; recursive schema; optional fields",
  audio: "audio api; audio endpoints; speech api; voice; talk to it with my voice; audio models; whisper",
  "audio#speak-a-text":
    "text-to-speech; text to speech; tts; speak a text; make speech; read a text aloud; audio output; does it have text-to-speech; generate audio",
  "audio#write-down-speech":
    "transcribe audio; transcription; speech-to-text; stt; whisper; write down speech; how do I transcribe audio; subtitles; srt",
  "audio#providers-with-audio":
    "which providers have audio; speech with gemini; transcription with groq; price of speech",
  "audio#audio-of-the-sandbox": "sandbox speech; speech offline; can the sandbox hear; audio without a key",
  realtime:
    "realtime api; is there a realtime api; realtime sessions; voice sessions; gemini live; live api; websocket for speech; voice chat; talk to a model live",
  "realtime#open-a-session-with-openais-api":
    "open a realtime session; /v1/realtime; realtime with openai; openai-insecure-api-key; realtime in a browser",
  "realtime#talk-in-the-browser":
    "talk in the browser; speak with a model in the playground; where is the talk button; voice conversation on the chat page; interrupt the model by voice; mute my microphone",
  "realtime#open-a-session-with-the-live-api": "gemini live session; BidiGenerateContent; live api of google",
  "realtime#limits-usage-and-cost":
    "cost of a realtime session; usage of realtime; budget of a session; price of audio tokens",
  "realtime#when-a-session-ends": "realtime close codes; how long does a session last; session_idle; 1011; 1012",
  "realtime#create-a-client-secret": "client secrets; ephemeral key; ek_ secret; webrtc",
  batches:
    "batch api; does it have a batch api; batches; batch requests; message batches; half the price; requests within a day",
  "batches#create-a-batch-with-openais-api": "create a batch; batches.create; jsonl file of requests; output_file_id",
  "batches#create-a-batch-with-anthropics-api": "message batches; anthropic batch; results_url; batch results",
  "batches#usage-cost-and-limits": "price of a batch; cost of batches; batch discount; when is a batch counted",
  mcp: "mcp; mcp servers; does it support mcp; model context protocol; mcp client; connect an mcp server; use tools of an mcp server",
  "mcp#name-the-servers-in-the-config-file":
    "configure an mcp server; mcp config; mcp server with a token; local mcp server; stdio mcp server; mcp command; allowed tools of an mcp server",
  "mcp#list-and-call-tools-over-http":
    "call an mcp tool; list mcp tools; /api/mcp; json-rpc frames; read an mcp resource; mcp prompts",
  "mcp#use-the-tools-in-the-playground": "mcp in the playground; mcp tools in the browser; approve an mcp tool call",
  "mcp#what-a-server-cannot-do": "mcp security; is mcp safe; address of an mcp server refused; mcp timeout; mcp limits",
  "other-routes": "moderations, rerank and completions; other endpoints; which other routes are there",
  "other-routes#judge-texts-with-a-moderation-model":
    "moderation; moderations api; omni-moderation; flag a text; content policy check",
  "other-routes#put-documents-into-order": "rerank; reranking; reranker; cohere rerank; order search results",
  "other-routes#batches-and-other-routes-of-a-provider":
    "other routes of a provider; pass through; unknown routes; fine-tuning jobs of openai",
  "other-routes#continue-a-text": "legacy completions; older completions api; text completion; base model",
  embeddings:
    "embeddings; is there an embeddings endpoint; vectors; vector search; semantic search; embed a text; text embedding; embeddings api; embedding model",
  "embeddings#make-embeddings": "create embeddings; encoding_format base64; dimensions of a vector; embedContent",
  "embeddings#providers-with-embeddings":
    "which providers have embeddings; embeddings with gemini; embeddings with openai; price of embeddings",
  "embeddings#answer-from-your-own-documents":
    "rag; retrieval augmented generation; answer from my documents; search my documents; rag example; knowledge base",
  "embeddings#embeddings-of-the-sandbox":
    "sandbox embeddings; embeddings offline; hashed n-grams; embeddings without a key",
  "images-and-files":
    "send a file; attach an image, pdf or audio; vision; multimodal; describe an image; does it support images; send a pdf; audio input; upload a csv; excel file; word document; which file types; can it read a pdf; read a file; ask about a document; does it accept audio; video input; screenshot; ocr",
  "images-and-files#send-an-image": "send an image; image input; base64 picture; vision request",
  "images-and-files#send-an-image-with-python": "send an image with python",
  "images-and-files#send-an-image-with-javascript": "send an image with javascript",
  "images-and-files#send-an-image-with-curl": "send an image with curl",
  "images-and-files#what-the-sandbox-sees":
    "what does the sandbox see in an image; can the sandbox understand pictures",
  "images-and-files#upload-files":
    "upload a file; file api; delete a file; list my files; how long are files kept; biggest file; how large may a file be; maximum size of an upload; expire files; how big may a file be; file storage; where do uploads go; upload limit; reuse a file; file id",
  "images-and-files#images-in-a-models-response":
    "images in a chat response; model answers with a picture; nano banana; gemini image in chat completions",
  "streaming#responses-over-a-websocket":
    "websocket; web socket; wss; responses over websocket; response.create; stream_id; ResponsesWS; websocket mode; next start websocket; one connection for many turns; previous_response_not_found on a socket",
  "stored-responses":
    "stored responses; does it store my responses; store false; how long are responses kept; memory of a conversation on the server; does the server remember the conversation; stateless; server-side conversation; store true",
  "stored-responses#continue-a-response-with-previous_response_id":
    "previous_response_id; continue a response; multi-turn without sending everything; conversation state",
  "stored-responses#compact-a-long-conversation":
    "compaction; compact a conversation; responses/compact; shorten a long conversation; summarize the history; encrypted_content; compaction item; context is full; context window exceeded in an agent",
  "stored-responses#background-responses":
    "background response; long-running request; run in the background; poll; asynchronous; queue; batch; run something long and fetch it later; job; long task; come back later; get the result later; overnight; webhook",
  "stored-responses#endpoints-of-stored-responses":
    "delete a stored response; cancel a background response; get a response by id",
  "resumable-responses":
    "resume a broken stream; connection lost; reconnect; reload in the middle of a response; keep generating after disconnect; continue an answer after my wifi dropped; lost my connection; page reloaded; browser crashed; closed the tab; does the answer go on when I close the page; phone went to sleep",
  "resumable-responses#resume-a-response":
    "resume a response with curl; read a response again; get the rest of a response",
  "resumable-responses#when-an-instance-ends":
    "response_lost; the instance that ran my stream was killed; what happens to streams when a server dies",
  "resumable-responses#limits": "how long can I resume; limits of resumable responses",
  headers: "response headers; custom headers; x-gateway headers",
  "headers#x-gateway-dropped":
    "x-gateway-dropped; ignored fields; my parameter has no effect; unsupported parameter; what gets lost; lost in translation; seed ignored; which parameters were thrown away; parameter ignored; what did the model not get; temperature has no effect; why is my setting ignored; incompatible parameters; lost fields",
  "headers#x-gateway-emulated":
    "x-gateway-emulated; x-gateway-emulate; emulation; n with claude; several choices from a model that has one; stop sequences with the responses api; stop_sequence is null; which stop sequence; estimated usage; usage is an estimate",
  "headers#x-gateway-lane": "x-gateway-lane",
  "headers#x-request-id":
    "request id; report a problem; report a bug; x-request-id; trace a request; support; contact; help desk; where do I complain; give feedback; id of a request; issue",
  "headers#request-headers": "request headers; idempotency-key; anthropic-beta; headers I can send",
  "headers#security-headers":
    "security headers; content security policy; hsts; cors; xss; clickjacking; call it from a website; cors; browser app; cross-origin; frontend",
  errors:
    "errors; error format; error body; error codes; what does an error look like; what went wrong; error message; meaning of an error; json of an error",
  "errors#status-codes":
    "status codes; http status; 400; 401; 403; 404; 429; 500; 503; unauthorized; what does the code mean; meaning of a status; why 400; forbidden; not found; too many requests; payment required; service unavailable; internal error",
  "errors#errors-in-official-sdks":
    "errors in sdks; exception; catch an error in python; error handling in code; handle errors in my code; try except; retry in my code; timeout in the sdk; exception class",
  "errors#errors-in-a-stream": "error in a stream; error after the stream began",
  "errors#provoke-an-error":
    "test error handling; simulate an error; provoke a failure; fake a 429 or 500; chaos; mock errors; simulate an outage; test my retry; what happens to my app when it fails; force an error; fake error; test for failures",
  "errors#errors-on-the-pages": "error card; error in the browser",
  "errors#all-errors": "list of all errors; every error message",
  sandbox:
    "sandbox; what is the sandbox; built-in model; is the sandbox an ai; offline model; test without a key; free model; why are your answers so simple; are you a real ai; is there an ai behind this; what is sandbox/guide; demo model; fake model; do I need a key to try it; test without paying",
  "sandbox#sandbox-models":
    "sandbox models; echo; test models; fault; slow; garbage; mock model; model that repeats; model for tests; deterministic model; unit tests without a provider; ci; model that fails",
  "sandbox#what-the-guide-can-do":
    "what can the sandbox do; limits of the sandbox; context window of the sandbox; does the guide follow system prompts; sandbox answers; what can you answer; why can't you answer; your limits; why do you refuse; do you follow instructions; persona",
  "sandbox#which-parameters-act":
    "which parameters act in the sandbox; temperature in the sandbox; seed; logprobs; top_p; several answers; n; log probabilities; stop sequence; temperature zero; deterministic answer; same answer every time; random answers; seed; max_tokens in the sandbox",
  "sandbox#pace-of-the-sandbox":
    "pace of the sandbox; faster sandbox; tokens per second; slow sandbox; why are you so slow; faster answers; speed of the sandbox; typing speed",
  "sandbox#switch-the-sandbox-off":
    "turn the sandbox off; disable the sandbox; hide sandbox models; remove the sandbox",
  "sandbox#how-the-sandbox-counts-tokens": "how does the sandbox count tokens",
  "sandbox#test-how-a-client-handles-errors": "cut off a stream on purpose; test a client; test broken streams",
};
