/** Questions of people about running Parlance, by the section that answers it: separated by semicolons. */
export const ASKED_OF_OPERATORS: Readonly<Record<string, string>> = {
  "keys#limits-over-several-instances":
    "limits over several instances; redis; shared rate limits; count limits together; distributed rate limit",
  operations: "run it in production; deploy it; hosting; operations; go live; best practice for a server",
  "what-is-parlance":
    "what is parlance; what is this thing; who is it for; why use it; what is it good for; what problem does it solve; explain the gateway; why should I trust it; is it production ready; what does parlance do; what is the point of it; tell me about this product; is it a model; is it a proxy; what kind of software is it; introduction",
  "what-is-parlance#what-it-gives-you": "benefits; advantages; what does it give me; what do I gain",
  "what-is-parlance#what-works-today":
    "which features are there; list of features; which apis are supported; what works; is it finished; what is missing; what can I do with it; capabilities of the gateway; what does it support; limitations; what can I do with this",
  "what-is-parlance#how-a-request-travels":
    "how does it work inside; what happens to my request; path of a request; architecture; how is a request routed to a provider",
  "quick-start":
    "how do I get started; getting started; first steps; where do I begin; quick start; tutorial; set it up; setup; I am new here; where to start; how do I begin; guide for beginners",
  "quick-start#start-the-server":
    "install it; start the server; run it locally; how do I launch it; which commands start it; npm start; what do I need to install; run it on my machine; boot; download it; clone; where do I get it",
  "quick-start#open-the-chat-page":
    "how do I sign in; log in to the browser; sign-in link; login; open the playground; password; sign out; sign-in link does not work; log out; logout; sign out of the browser; open it in my browser; session; cookie; how long am I signed in",
  "quick-start#find-the-admin-key": "where is the admin key; what is my password; find my first key; initial key",
  "quick-start#send-the-first-request":
    "send a first request; hello world; test call with curl; try the api; make my first call; sample request; example call; test that it works",
  "quick-start#connect-a-first-real-model": "connect a real model; use a real llm; get real answers; add a model",
  "quick-start#take-the-guided-tour":
    "demo; tour; show it to others; what can I try; presentation; guided tour; show this to my boss; impress; sales; what should I try first",
  compatibility:
    "is my server compatible; test a server for compatibility; doctor; parlance doctor; which features does a server support; compatibility report",
  "compatibility#use-the-proposed-entry": "which config entry does my server need; when do I need lane translate",
  prompts:
    "prompt library; prompt management; stored prompts; reusable prompts; prompt templates; save a prompt on the gateway; store prompts; template feature for prompts; saved prompts",
  "prompts#what-a-prompt-has":
    "prompt variables; placeholders in a prompt; variable with a default; file in a prompt; types of variables",
  "prompts#versions-and-labels":
    "prompt versions; versions of a prompt; version a prompt; label a prompt; promote a prompt to production; roll back a prompt; two people edit a prompt; prompt_changed",
  "prompts#call-a-prompt-with-the-responses-api":
    "call a prompt by id; openai prompt objects; pmpt; migrate prompts from openai; v1/prompts",
  "prompts#call-a-prompt-with-any-other-api":
    "x-gateway-prompt; x-gateway-variables; call a stored prompt from chat completions; use a prompt with claude; prompt by header",
  "prompts#edit-a-prompt-in-the-browser":
    "prompts page; edit a prompt in the browser; compare two versions of a prompt; test a prompt; run a prompt version",
  "prompts#import-prompts": "import prompts; import a promptfoo file; import prompts from openai; migrate my prompts",
  "prompts#who-sees-a-prompt": "share a prompt with my team; private prompt; who can see my prompts",
  "prompts#store-prompts-over-the-api": "prompts api; /api/prompts; create a prompt by api; render a prompt",
  "response-cache": "response cache; cache responses; exact cache; semantic cache; caching of answers",
  "response-cache#ask-for-a-cached-response":
    "x-gateway-cache; how do I cache a response; turn the cache on; cache for a key; cache_seconds; same answer again for free",
  "response-cache#what-counts-as-the-same-request":
    "when is a request the same; cache key; cache miss; why was it not a hit",
  "response-cache#what-is-not-cached": "what is not cached; limits of the cache; size of the cache; are streams cached",
  hooks: "hooks; guardrails; moderation; content filter; pii filter; remove personal data; check prompts",
  "hooks#check-requests-and-responses-with-a-hook":
    "set up a hook; configure a hook; check every prompt with my own service; guardrail service; call my service before a request; block prompts",
  "hooks#what-a-hook-gets-and-answers":
    "what does a hook get; answer of a hook; block a request; replace a prompt; redact a prompt; payload of a hook; allow block replace",
  "hooks#check-streams-with-a-hook":
    "guardrails on streams; check a stream; hold a stream back; windows of a stream; not_checkable",
  "hooks#what-happens-when-a-hook-fails":
    "hook is down; hook is slow; check_failed; fail open; fail closed; timeout of a hook",
  alerts: "alerts; get an alert; notify me; notifications; warn me; webhook; webhooks for operators; page me",
  "alerts#send-alerts-to-a-webhook":
    "set up alerts; configure alerts; add a webhook for alerts; test a webhook; send alerts to slack; alert when a budget is used up; alert when a provider fails; alert before a key expires; alert before a certificate expires; alert before a model is retired; error rate alert",
  "alerts#check-the-signature-of-a-webhook":
    "verify the signature of a webhook; standard webhooks; webhook-signature; is the webhook from parlance; hmac of a webhook",
  "alerts#what-happens-when-a-webhook-fails":
    "webhook fails; alert was not delivered; retries of webhooks; list of alerts; failed alerts; webhook is down",
  configuration: "configure it; configuration; settings; which settings are there; where is the config",
  "configuration#environment-variables":
    "environment variables; env vars; which database can I use; postgres; sqlite; mysql; database; DATA_DIR; data folder; where is data stored on disk; .env; where does the server keep its files; data directory; where are uploads on disk; location of the data",
  "configuration#variables-of-shared-storage-and-logs":
    "redis url variable; s3 variables; bucket variables; log level variable; otel variable",
  "configuration#change-the-port-or-the-address":
    "change the port; run on another port; listen on all interfaces; other address; host; reach it from another computer; lan; access from my network or another machine; port 8080; run on port; bind; listen; localhost only; not reachable from outside; open it to my network; use it on another device; ip address",
  "configuration#the-config-file":
    "config file; parlance.config.json; edit the config; reload the config without a restart; hot reload; trusted proxies; check the config; change a setting; do I need to restart after a change; json or yaml; where do I put the config; validate the config; comments in the config; environment variable in the config",
  "configuration#quotas": "quota; storage limit per key; how much can I store; disk space used; storage full; 507",
  "configuration#timeouts":
    "timeout; set timeouts; how long does it wait for a provider; request takes too long; slow provider; gateway timeout; 504; increase the timeout; wait longer; model takes minutes; request times out",
  "configuration#memory-and-slow-clients":
    "how much memory does it need; memory limit; ram; slow clients; memory usage; large requests; maximum body size; largest request; how big may my prompt be; largest body; maximum request size; 413; request too large; out of memory",
  "configuration#stopping-the-server":
    "stop the server; shut down; graceful shutdown; restart the server; sigterm; kill it; what happens to running requests when I restart; stop without losing requests; rolling deploy; zero downtime; ctrl c",
  deploy: "install it on a server; ways to install; deployment options; self-hosting options",
  "deploy#install-with-npm":
    "npx parlance; install from npm; npm package; install globally; make the package; start without a build",
  "deploy#use-the-command-line":
    "parlance command; command line; cli; which commands are there; options of the command; exit status; health command",
  "deploy#run-it-in-a-container":
    "docker image; docker run; container; dockerfile; podman; image size; headless image; run without the pages in docker; read-only root file system",
  "deploy#run-it-with-docker-compose": "docker compose; compose file; start it with postgres, redis and s3; minio",
  "deploy#run-it-on-kubernetes":
    "kubernetes; k8s; helm chart; helm install; pods; autoscaling; disruption budget; probes",
  "deploy#run-it-with-systemd": "systemd; systemd service; unit file; start it at boot; run it as a service; daemon",
  "deploy#check-what-is-in-a-release":
    "sbom; software bill of materials; cyclonedx; licences of dependencies; supply chain; provenance; list of components",
  "operations#requirements":
    "requirements; which node version; system requirements; operating system; does it run on windows; linux; mac; does it run on windows, mac or linux; raspberry pi; hardware; do I need a gpu; self-host; what do I need; prerequisites; disk space; supported platforms; two copies on one computer; vps; cloud; aws; heroku; fly; vercel; serverless",
  "operations#https-and-a-domain-of-your-own":
    "use my own domain; custom domain; https; tls; set up tls or https; ssl certificate; reverse proxy; nginx; caddy; traefik; put it behind a proxy; put it on the internet safely; publish it on the internet; subdomain; secure connection; certificate; let's encrypt; behind cloudflare; own url; own address; expose it; firewall; is it safe to expose it to the internet; security on a public server",
  "operations#update-to-a-newer-version":
    "update; upgrade to a newer version; new release; migrate the database; keep it up to date; downgrade; which version do I have; new version; latest version; version number; changelog; is there an update; breaking changes",
  "operations#back-up-and-move-the-data":
    "back up; backup; restore; move to another machine or server; copy the data; migrate my data; disaster recovery; move it to a new server; copy everything; snapshot; what do I have to back up; keep my data safe; export all data; restore after a disk failure",
  "operations#delete-data":
    "delete my data; erase everything; wipe all data; remove all conversations; uninstall; reset; right to be forgotten; clear history; how long is data retained; retention; start from scratch; clean up; free disk space; remove my account; delete everything about me; gdpr deletion; delete all my conversations; factory reset; delete the logs",
  "operations#several-users":
    "several users at the same time; does another user see my conversations; private conversations; share with my team; multiple people; separate users; who can see what; other people's conversations; company; organisation; department; family; share one server; who else can use it; access for others; permissions for people; can others read my conversations; work together; collaboration; someone without an account",
  "operations#several-instances":
    "several instances; scale it; horizontal scaling; load balancer before it; cluster; high availability; replicas; share one database; redundancy; two copies; second server; behind a load balancer; redundancy of the gateway; kubernetes replicas; zero downtime",
  scale:
    "run several instances; scale out; more than one gateway; many instances as one gateway; which settings must instances share",
  "scale#what-instances-share":
    "what do instances share; do I need redis; do I need postgres for several instances; shared bucket; sticky sessions; clock skew between machines; load balancer health check",
  "scale#when-an-instance-dies":
    "what happens when an instance dies; failover of an instance; a machine crashes in a cluster; take over tasks; lease; fencing; is a request billed twice after a crash; postgres goes away; database restart",
  "scale#stop-and-update-without-a-gap":
    "rolling update; deploy without downtime; drain an instance; hand over tasks at sigterm; old and new version side by side; migration during an update",
  "scale#several-processes-on-one-machine":
    "PARLANCE_WORKERS; use all cores; several processes on one port; multi core; workers; cluster mode; one cpu is full",
  "operations#monitor-the-gateway":
    "monitor it; health check; is it up; prometheus; metrics; grafana; alert; dashboard; uptime; status endpoint; is it running; watch the server; notify when it fails; observability",
  "operations#the-log-of-the-server":
    "logs of the server; server log; log level; json logs; structured logs; debug log; where are the logs; LOG_LEVEL; LOG_FORMAT; log of errors; standard error; stderr",
  "operations#traces-and-metrics-with-opentelemetry":
    "opentelemetry; otel; tracing; traces; spans; traceparent; distributed tracing; otlp; collector; jaeger; tempo; honeycomb; datadog; sentry; langfuse; sampling; export metrics; gen_ai conventions",
  people:
    "people; users; team of people; multi user; user management; who may use the gateway; invite a colleague; give a colleague access; accounts",
  "people#set-up-sign-in-through-your-provider":
    "sso; single sign-on; oidc; openid connect; oauth; keycloak; okta; entra; azure ad; google workspace; authentik; zitadel; log in with work account; identity provider; redirect uri; client secret of the provider",
  "people#roles-and-teams": "roles; viewer; member; rbac; teams; groups claim; map claims to roles; last admin",
  "people#when-a-person-leaves":
    "a person leaves; offboarding; disable a user; revoke access of a colleague; somebody quits; refresh token; backchannel logout",
  "people#sessions": "sessions; signed-in browsers; end a session; sign out everywhere; log out other browsers",
  "people#audit-log":
    "audit log; audit trail; who changed what; history of admin actions; export the audit log; compliance",
  storage:
    "storage page; what is stored on the server; how much disk does it use; size of the database; how large is it; which key stores most",
  "storage#stored-data-and-its-lifetime":
    "lifetime of stored data; when do files expire; how long are files and images stored; retention of files",
  "storage#clear-old-data":
    "clear old files; remove old rows of the log; delete data older than 30 days; purge; clean the storage; /api/storage",
  "storage#files-in-an-s3-bucket":
    "s3; bucket; object storage; minio; cloudflare r2; ceph; store files in the cloud; S3_BUCKET; files without a shared folder",
  durability:
    "durability; can data be lost; what survives a crash or a power cut; is it safe when it crashes; power cut; lost data; crash safe; is anything lost",
  "durability#after-a-crash": "after a crash; what happens when the server crashes; recovery; killed process",
  "durability#the-disk": "fsync; synchronous; disk writes; sqlite wal; slow disk",
  "request-log":
    "request log; what is logged; does it log prompts; logging; see past requests; history of requests; how long are logs kept; who used it; record of requests; what does it remember of a request; log of calls; are prompts saved; switch logging off; disable the log",
  "request-log#the-page-requests":
    "see failed requests; find a request; page requests; live log in the browser; debug a request; see what an app sent; who called the api; filter requests; replay a request; why did it fail yesterday; look at a request again; see all calls; recent errors; errors of today; what went wrong; live view of requests; find the request of a user",
  "request-log#read-the-log-over-http":
    "read the log with the api; export the log; query requests; poll the log; /api/requests",
  "request-log#bodies-in-the-log":
    "record prompts and responses; save bodies; store prompts; log full requests; x-gateway-log; turn on body logging; record conversations of a key; see what was answered yesterday; bodies in the log; redact secrets in logs",
  "recorded-responses":
    "replay a response as a model; replay a request; play a recorded response; mock a provider with a recording; recorded responses",
  "recorded-responses#what-is-played": "what does a replay play; is a replay exact; replay in another api",
  "recorded-responses#options": "replay faster; speed of a replay; cut a replay; stop a recording after some events",
  "recorded-responses#when-a-recording-cannot-be-played":
    "recording_not_found; recording_not_playable; why can a recording not be played",
  "recorded-responses#cassettes": "cassettes; folder of recordings; vcr; fixtures of responses; cassette file",
  "recorded-responses#record-a-cassette": "parlance record; record a cassette; write a recording to a file",
  "recorded-responses#test-your-code-offline":
    "test my code offline; tests without a provider; offline tests with recordings",
  "request-log#what-a-row-says":
    "columns of the log; what does a row mean; status 499; meaning of lane or dropped in the log",
  usage: "usage; how much have I used; statistics; consumption",
  "usage#the-page":
    "how much did I spend; costs this month; bill; expenses per app or model; usage page; download usage as csv; chart of tokens; which model costs most; spending by key; which app uses most tokens; tokens per key; total cost; how much does each user cost; statistics per model; how many requests did I send; spending report; export costs; graph; breakdown of costs; most expensive model",
  "usage#the-api": "usage as json; usage api; query costs by api; report of costs",
  "usage#what-is-counted":
    "what counts as a request; how is the error rate counted; median latency; how is latency measured",
  "usage#cost":
    "how is the cost computed; prices of models; unknown price; why is the cost unknown; set my own prices; why is the cost wrong; cost shows a dash; where do prices come from; currency; price per token; are prices up to date",
  "usage#how-long": "how long is usage kept; how far back do statistics go",
  "usage#large-logs": "usage page is slow; statistics of millions of requests; stored hours; usage after an update",
  "request-log#durability": "can rows of the log be lost; is the request log complete",
  "keys#how-much-a-key-may-store": "how much may a key store; storage of a key",
  troubleshooting:
    "it does not work; problem; trouble; something is broken; help with an error; I only see sandbox models; 404 for a model; models are missing; a field has no effect; nothing works; it is not working; I get an error; why does it fail; cannot connect; faq; 404 not found; model does not show up; empty model list; why was my request rejected; request refused; why can I not see any models but the sandbox",
  "troubleshooting#connection-refused":
    "connection refused; ECONNREFUSED; cannot reach ollama; from a container to the host",
  "troubleshooting#the-port-is-taken": "port is already in use; EADDRINUSE; port taken",
  "troubleshooting#the-stream-arrives-all-at-once":
    "stream stops after a minute behind nginx; proxy timeout; stream arrives all at once; no streaming behind the proxy; buffering; words do not appear one by one; answer appears all at once; no typing effect; stream is buffered",
  "troubleshooting#i-lost-the-admin-key":
    "lost the admin key; forgot my password; reset the admin key; cannot sign in; locked out; I can't log in; no access any more; recover the key; lost my key",
  "troubleshooting#is-the-server-healthy": "is the server healthy; healthz; readyz",
  keys: "api keys; what is a key; which key do I need; parlance key or provider key; token for the api; credentials; bearer token; where do I get a key; what is the key for",
  "keys#where-each-api-sends-its-key":
    "which header sends the key; where does an sdk send its key; how do I authenticate; authorization bearer; x-api-key; where does the key go; authentication",
  "keys#manage-keys-in-the-browser":
    "create a key; make a key in the browser; rename a key; extend an expired key; change the expiry; disable a key; pause a key; enable it again; rotate a secret; manage keys; key page; see all keys; make a key for my app or script; new key; key for a colleague; change the name of a key; key that never expires; key with an expiry date; see my key again; copy the key; when was a key last used; who created a key; too many keys",
  "keys#create-a-key-on-the-command-line":
    "create a key on the command line; cli; command line tool; terminal commands; script a key",
  "keys#list-and-revoke-keys":
    "revoke a key; delete a key; a key leaked; stolen key; list keys in the terminal; key got leaked; block a key at once; invalidate a key; remove access of somebody; key was published on github; stop a key from working",
  "keys#manage-keys-through-the-api":
    "manage keys by api; automate keys; create keys from a program; provision keys; /api/keys",
  "keys#scopes":
    "scopes; permissions of a key; admin or inference; read-only key; what may a key do; publish; read only access; what is an admin; may a key create keys; difference between admin and inference; least privilege; what can a normal key do",
  "keys#limits-and-budgets":
    "budget; spending limit; cap costs; limit money per month or day; rate limit; requests per minute; tokens per minute; restrict a key to certain models; block a model; forbid expensive models; allow only some models; quota per app; a budget for each user; when does a limit start over; reset of the budget; stop an app from spending; 402; budget used up; limit a user; concurrency limit; throttle; prevent high costs; stop overspending; protect against abuse; surprise bill; maximum cost; alarm for costs; only let a key use cheap models; key for images only; limit by day; limit of tokens; how many requests may a key send; per-user limits; fair use; rate limit exceeded; what happens when a user hits the limit; is there a limit by default; block a user; what happens when the limit is reached",
  "keys#labels-of-one-request":
    "label requests; tags; tag a request; attribute costs to a project or customer; x-gateway-tags; metadata; which customer caused a request; mark requests; cost centre; project label; add a tag",
  "keys#limits-in-the-config-file": "limits for all keys; default limits; limits of a group; limits in the config file",
  "keys#data-of-a-key-that-has-ended":
    "what happens to conversations when a key is revoked; data of a revoked key; data of an expired key; are prompts deleted with a key; what stays when a key is deleted",
  "keys#the-admin-key": "admin key; what is the admin key; master key; root key",
  "keys#too-many-wrong-keys": "brute force; too many wrong keys; guess a key; lockout; 429 on sign in",
  "keys#endpoints-without-a-key":
    "which endpoints need no key; public endpoints; without authentication; turn authentication off; anonymous",
};
