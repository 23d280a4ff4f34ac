/** Questions of people about calling models, by the section that answers it: separated by semicolons. */
export const ASKED_OF_CALLERS: Readonly<Record<string, string>> = {
  providers:
    "providers; which providers are supported; which llms can I use; supported vendors; supported models; deepseek, xai, together, fireworks, perplexity",
  "providers#connect-a-provider-in-the-browser":
    "add a provider; paste my api key; connect a provider; add an api key of a vendor; no terminal; test the connection; disconnect a provider",
  "providers#where-api-keys-are-stored":
    "are my api keys encrypted; where are provider keys stored; is my key safe; secrets; encryption; who can see my openai key; secret key",
  "providers#where-a-provider-is-configured":
    "change a provider; why can I not edit a provider; set by environment; where is a provider configured",
  "providers#connect-a-provider-over-the-api": "add a provider by api; automate providers; /api/providers",
  "providers#connect-openai": "connect openai; gpt; openai key; OPENAI_API_KEY; chatgpt models",
  "providers#connect-claude-anthropic": "connect claude; anthropic key; ANTHROPIC_API_KEY; use claude models",
  "providers#connect-gemini-google": "connect gemini; google key; GEMINI_API_KEY; google ai studio",
  "providers#connect-ollama":
    "connect ollama; local models; run models on my computer; llama; offline model; own machine; private model",
  "providers#connect-vllm": "connect vllm; self-hosted model; sglang; llama.cpp; my own model server",
  "providers#connect-lm-studio": "connect lm studio; lmstudio",
  "providers#connect-groq":
    "connect groq; openai-compatible server; any other server; custom base url; deepseek; together; fireworks; xai grok; azure openai",
  "providers#connect-openrouter": "connect openrouter",
  "providers#fields-of-a-provider-entry":
    "fields of a provider; options of an upstream; extra headers for a provider; prices of models; set prices; retries and attempts",
  "providers#several-keys-of-one-provider":
    "several api keys of one provider; two openai accounts; rotate provider keys; use keys in turn; spread over keys",
  "providers#choose-a-providers-apis":
    "which api does a provider use; dialects; a provider with several apis; force an api",
  "providers#when-a-request-is-retried":
    "does it retry; retries; retry after a timeout; retry a failed request; try again automatically; how often is a request repeated; backoff; retry-after",
  "providers#invalid-responses":
    "502 bad gateway; upstream_malformed; provider sent html; invalid body from a provider",
  "providers#secrets-in-errors-and-logs": "are secrets redacted; keys in logs; leak of a key in an error",
  "providers#response-size-limits": "how large may a response be; size of a response",
  "ai-sdk-packages": "ai sdk packages; vendor without these apis; mistral; cohere; bedrock; vertex; aws; azure; amazon",
  "ai-sdk-packages#connect-a-provider-package":
    "connect mistral; use a provider package of the ai sdk; connect bedrock; connect cohere; install a provider package; vertex ai",
  "models-and-aliases": "model names; how is a model named; provider slash model",
  "models-and-aliases#how-a-model-name-is-resolved":
    "how is a model name resolved; model not found; default model; which model is used; short names",
  "models-and-aliases#define-aliases-and-a-default-model":
    "alias; what is an alias; rename a model; set the default model; swap a model without changing my code; switch models",
  "models-and-aliases#list-the-models": "list the models; which models are there; get models by api; /v1/models",
  "models-and-aliases#see-all-models-in-the-browser":
    "model page; prices and context windows; compare prices; context window of a model; cheapest model; capabilities",
  "models-and-aliases#retire-a-model": "deprecated model; retire a model; model is shut down; sunset; end of life",
  routes:
    "route; what is a route; failover; fallback; fall back to another model; load balancing; several models behind one name; share traffic; split traffic by percent; weights; a/b test; canary; provider is down; outage; backup model; redundancy",
  "routes#fields-of-a-route": "weight of a target; fields of a route; sticky; order of fallbacks; firstTokenMs",
  "routes#when-the-next-model-is-tried":
    "when is the next model tried; what happens if a provider is down or fails; failure of a model; switch in the middle of a stream",
  "routes#models-out-of-use": "circuit breaker; model out of use; unhealthy provider; cooldown",
  "routes#conversations": "keep a conversation on one model; sticky session; x-session-id",
  "routes#refuse-losses":
    "refuse a request that would lose fields; onLoss; fail instead of ignoring a parameter; strict",
  "routes#steer-one-request": "choose the model of a route for one request; x-gateway-route; time limit of one request",
  "routes#see-what-happened": "which model answered; see attempts; what did the route do",
  apis: "apis; endpoints; which api should I use; difference between chat completions, responses and messages; api reference; rest api; reference documentation; openapi; swagger",
  "apis#endpoints-of-each-api": "all endpoints; urls; base urls; paths",
  "apis#call-it-like-openai": "call chat completions with curl; http request; rest call; without an sdk",
  "apis#call-it-like-claude-anthropic-messages":
    "call messages with curl; max_tokens required; anthropic-version; system prompt in messages",
  "apis#call-it-like-gemini-google-generatecontent": "call gemini with curl; generatecontent",
  "apis#difference-between-relay-and-translate":
    "relay or translate; pass-through; is my request changed; byte for byte; what is a lane; translation; bridge",
  "apis#why-tool-call-ids-and-signatures-can-be-long":
    "long tool call ids; signatures; encrypted_content; thought signature",
  "apis#count-tokens": "count tokens; how many tokens has my prompt; tokenizer; count before sending",
  "connect-an-sdk":
    "connect an sdk; base url; client library; use it with my app; cursor; continue; zed; vs code; n8n; open webui; integrate; no-code; use it from my program; python package; npm package",
  "connect-an-sdk#use-the-openai-sdk":
    "openai sdk; openai library; python openai; use claude or gemini with the openai sdk; change one line of code",
  "connect-an-sdk#use-the-responses-api": "responses api with the sdk",
  "connect-an-sdk#use-the-anthropic-sdk": "anthropic sdk; use gpt with the anthropic sdk",
  "connect-an-sdk#use-the-google-genai-sdk": "google sdk; genai",
  "connect-an-sdk#use-the-ai-sdk-vercel": "vercel ai sdk; nextjs; react app",
  "connect-an-sdk#use-langchain": "langchain; llamaindex; agents framework",
  "connect-an-sdk#connect-a-coding-agent":
    "claude code; codex; gemini cli; coding agent; use it with an agent; cline; aider; agent in the terminal",
  "connect-an-sdk#use-curl": "curl; from the shell",
  "connect-an-sdk#generate-a-client-from-openapi":
    "openapi document; api reference; swagger; generate a client; typescript types; other programming languages; go, java, c#, rust, php, ruby client",
  streaming: "streaming; stream a response; server-sent events; sse; websockets; tokens one by one",
  "streaming#stream-with-curl": "stream with curl",
  "streaming#stream-with-python": "stream in python",
  "streaming#stream-with-javascript": "stream in javascript, typescript or node",
  "streaming#events-of-each-api": "events of a stream; chunks; format of a stream; [DONE]; usage in a stream",
  "streaming#finish-reasons":
    "finish_reason; why did it stop; response cut off; answer is truncated; incomplete answer; ends in the middle; length; content filter; max tokens reached",
  "streaming#stop-a-stream":
    "stop a response; cancel a request; abort; disconnect; stop generating; does closing the connection cancel the request",
  "streaming#pings-and-broken-streams":
    "ping; keep-alive; broken stream; connection closes during a long response; silent stream; provider closes early",
  tools: "tools; function calling; does it support tools; call functions; agents; mcp server; streaming with tools",
  "tools#tools-in-each-api": "tools in each api; format of a tool call; tool result; parallel calls; two tools at once",
  "tools#choose-when-tools-are-called":
    "force a tool; tool_choice; required; parallel_tool_calls; no tool; allowed tools; turn tools off",
  "structured-output":
    "structured output; only json; answer as json; json mode; response_format; json schema; valid json; typed output",
  "structured-output#which-schemas-work": "which schemas work; unsupported schema; draft of json schema; pydantic; zod",
  "images-and-files":
    "send a file; attach an image, pdf or audio; vision; multimodal; describe an image; does it support images; send a pdf; audio input",
  "images-and-files#send-an-image": "send an image; image input; base64 picture; vision request",
  "images-and-files#upload-files":
    "upload a file; file api; delete a file; list my files; how long are files kept; biggest file; how large may a file be; maximum size of an upload; expire files",
  "images-and-files#images-in-a-models-response":
    "images in a chat response; model answers with a picture; nano banana; gemini image in chat completions",
  "stored-responses":
    "stored responses; does it store my responses; store false; how long are responses kept; memory of a conversation on the server",
  "stored-responses#continue-a-response-with-previous_response_id":
    "previous_response_id; continue a response; multi-turn without sending everything; conversation state",
  "stored-responses#background-responses":
    "background response; long-running request; run in the background; poll; asynchronous; queue; batch",
  "stored-responses#endpoints-of-stored-responses":
    "delete a stored response; cancel a background response; get a response by id",
  "resumable-responses":
    "resume a broken stream; connection lost; reconnect; reload in the middle of a response; keep generating after disconnect",
  "resumable-responses#limits": "how long can I resume; limits of resumable responses",
  headers: "response headers; custom headers; x-gateway headers",
  "headers#x-gateway-dropped":
    "x-gateway-dropped; ignored fields; my parameter has no effect; unsupported parameter; what gets lost; lost in translation; seed ignored",
  "headers#x-gateway-lane": "x-gateway-lane",
  "headers#x-request-id": "request id; report a problem; report a bug; x-request-id; trace a request; support",
  "headers#request-headers": "request headers; idempotency-key; anthropic-beta; headers I can send",
  "headers#security-headers": "security headers; content security policy; hsts; cors; xss; clickjacking",
  errors: "errors; error format; error body; error codes; what does an error look like",
  "errors#status-codes":
    "status codes; http status; 400; 401; 403; 404; 429; 500; 503; unauthorized; what does the code mean",
  "errors#errors-in-official-sdks": "errors in sdks; exception; catch an error in python; error handling in code",
  "errors#errors-in-a-stream": "error in a stream; error after the stream began",
  "errors#provoke-an-error":
    "test error handling; simulate an error; provoke a failure; fake a 429 or 500; chaos; mock errors",
  "errors#errors-on-the-pages": "error card; error in the browser",
  "errors#all-errors": "list of all errors; every error message",
  sandbox:
    "sandbox; what is the sandbox; built-in model; is the sandbox an ai; offline model; test without a key; free model",
  "sandbox#sandbox-models": "sandbox models; echo; test models; fault; slow; garbage; mock model",
  "sandbox#what-the-guide-can-do":
    "what can the sandbox do; limits of the sandbox; context window of the sandbox; does the guide follow system prompts; sandbox answers",
  "sandbox#which-parameters-act":
    "which parameters act in the sandbox; temperature in the sandbox; seed; logprobs; top_p; several answers; n; log probabilities; stop sequence",
  "sandbox#pace-of-the-sandbox": "pace of the sandbox; faster sandbox; tokens per second; slow sandbox",
  "sandbox#switch-the-sandbox-off":
    "turn the sandbox off; disable the sandbox; hide sandbox models; remove the sandbox",
  "sandbox#how-the-sandbox-counts-tokens": "how does the sandbox count tokens",
  "sandbox#test-how-a-client-handles-errors": "cut off a stream on purpose; test a client; test broken streams",
};
