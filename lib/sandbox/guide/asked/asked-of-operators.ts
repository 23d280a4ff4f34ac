/** Questions of people about running Parlance, by the section that answers it: separated by semicolons. */
export const ASKED_OF_OPERATORS: Readonly<Record<string, string>> = {
  "what-is-parlance":
    "what is parlance; what is this thing; who is it for; why use it; what is it good for; what problem does it solve; explain the gateway; why should I trust it; is it production ready",
  "what-is-parlance#what-works-today":
    "which features are there; list of features; which apis are supported; what works; is it finished; what is missing",
  "what-is-parlance#how-a-request-travels":
    "how does it work inside; what happens to my request; path of a request; architecture; how is a request routed to a provider",
  "quick-start":
    "how do I get started; getting started; first steps; where do I begin; quick start; tutorial; set it up; setup",
  "quick-start#start-the-server":
    "install it; start the server; run it locally; how do I launch it; which commands start it; npm start",
  "quick-start#open-the-chat-page":
    "how do I sign in; log in to the browser; sign-in link; login; open the playground; password; sign out",
  "quick-start#find-the-admin-key": "where is the admin key; what is my password; find my first key; initial key",
  "quick-start#send-the-first-request": "send a first request; hello world; test call with curl; try the api",
  "quick-start#connect-a-first-real-model": "connect a real model; use a real llm; get real answers; add a model",
  "quick-start#take-the-guided-tour": "demo; tour; show it to others; what can I try; presentation; guided tour",
  configuration: "configure it; configuration; settings; which settings are there; where is the config",
  "configuration#environment-variables":
    "environment variables; env vars; which database can I use; postgres or sqlite; database; DATA_DIR; data folder; where is data stored on disk; .env",
  "configuration#change-the-port-or-the-address":
    "change the port; run on another port; listen on all interfaces; other address; host; reach it from another computer; lan; access from my network or another machine",
  "configuration#the-config-file":
    "config file; parlance.config.json; edit the config; reload the config without a restart; hot reload; trusted proxies; check the config",
  "configuration#quotas": "quota; storage limit per key; how much can I store; disk space used; storage full; 507",
  "configuration#timeouts":
    "timeout; set timeouts; how long does it wait for a provider; request takes too long; slow provider",
  "configuration#memory-and-slow-clients":
    "how much memory does it need; memory limit; ram; slow clients; memory usage; large requests; maximum body size; largest request",
  "configuration#stopping-the-server":
    "stop the server; shut down; graceful shutdown; restart the server; sigterm; kill it",
  "operations#requirements":
    "requirements; which node version; system requirements; operating system; does it run on windows; linux; mac; docker image; docker compose; container; kubernetes; helm; does it run on windows, mac or linux; raspberry pi; hardware; cpu; self-host",
  "operations#https-and-a-domain-of-your-own":
    "use my own domain; custom domain; https; tls; set up tls or https; ssl certificate; reverse proxy; nginx; caddy; traefik; put it behind a proxy; publish it on the internet; subdomain",
  "operations#update-to-a-newer-version":
    "update; upgrade to a newer version; new release; migrate the database; keep it up to date; downgrade; which version do I have",
  "operations#back-up-and-move-the-data":
    "back up; backup; restore; move to another machine or server; copy the data; migrate my data; disaster recovery",
  "operations#delete-data":
    "delete my data; erase everything; wipe all data; remove all conversations; uninstall; reset; right to be forgotten; clear history; how long is data retained; retention; start from scratch",
  "operations#several-users":
    "several users at the same time; share with my team; give a colleague access; invite people; multiple people; user management; accounts; roles; separate users; who can see what; other people's conversations",
  "operations#several-instances":
    "several instances; scale it; horizontal scaling; load balancer before it; cluster; high availability; replicas; share one database; redundancy",
  "operations#monitor-the-gateway":
    "monitor it; health check; is it up; prometheus; metrics; grafana; alert; dashboard; opentelemetry; uptime; status endpoint",
  durability: "durability; can data be lost; what survives a crash or a power cut; is it safe when it crashes",
  "durability#after-a-crash": "after a crash; what happens when the server crashes; recovery; killed process",
  "durability#the-disk": "fsync; synchronous; disk writes; sqlite wal; slow disk",
  "request-log":
    "request log; what is logged; does it log prompts; audit log; logging; see past requests; history of requests; how long are logs kept",
  "request-log#the-page-requests":
    "see failed requests; find a request; page requests; live log in the browser; debug a request; see what an app sent; who called the api; filter requests; replay a request",
  "request-log#read-the-log-over-http":
    "read the log with the api; export the log; query requests; poll the log; /api/requests",
  "request-log#what-a-row-says":
    "columns of the log; what does a row mean; status 499; meaning of lane or dropped in the log",
  usage: "usage; how much have I used; statistics; consumption",
  "usage#the-page":
    "how much did I spend; costs this month; bill; expenses per app or model; usage page; download usage as csv; chart of tokens; which model costs most; spending by key",
  "usage#the-api": "usage as json; usage api; query costs by api; report of costs",
  "usage#what-is-counted":
    "what counts as a request; how is the error rate counted; median latency; how is latency measured",
  "usage#cost": "how is the cost computed; prices of models; unknown price; why is the cost unknown; set my own prices",
  troubleshooting:
    "it does not work; problem; trouble; something is broken; help with an error; I only see sandbox models; 404 for a model; models are missing; a field has no effect",
  "troubleshooting#connection-refused":
    "connection refused; ECONNREFUSED; cannot reach ollama; from a container to the host",
  "troubleshooting#the-port-is-taken": "port is already in use; EADDRINUSE; port taken",
  "troubleshooting#the-stream-arrives-all-at-once":
    "stream arrives all at once; no streaming behind the proxy; buffering; words do not appear one by one",
  "troubleshooting#i-lost-the-admin-key":
    "lost the admin key; forgot my password; reset the admin key; cannot sign in; locked out",
  "troubleshooting#is-the-server-healthy": "is the server healthy; healthz; readyz",
  keys: "api keys; what is a key; which key do I need; parlance key or provider key",
  "keys#where-each-api-sends-its-key":
    "which header sends the key; where does an sdk send its key; how do I authenticate; authorization bearer; x-api-key; where does the key go; authentication",
  "keys#manage-keys-in-the-browser":
    "create a key; make a key in the browser; rename a key; extend an expired key; change the expiry; disable a key; rotate a secret; manage keys; key page; see all keys",
  "keys#create-a-key-on-the-command-line":
    "create a key on the command line; cli; command line tool; terminal commands; script a key",
  "keys#list-and-revoke-keys": "revoke a key; delete a key; a key leaked; stolen key; list keys in the terminal",
  "keys#manage-keys-through-the-api":
    "manage keys by api; automate keys; create keys from a program; provision keys; /api/keys",
  "keys#scopes": "scopes; permissions of a key; admin or inference; read-only key; what may a key do; publish",
  "keys#limits-and-budgets":
    "budget; spending limit; cap costs; limit money per month or day; rate limit; requests per minute; tokens per minute; restrict a key to certain models; block a model; forbid expensive models; allow only some models; quota per app; stop an app from spending; 402; budget used up; limit a user; concurrency limit; throttle",
  "keys#labels-of-one-request":
    "label requests; tags; tag a request; attribute costs to a project or customer; x-gateway-tags; metadata",
  "keys#limits-in-the-config-file": "limits for all keys; default limits; limits of a group; limits in the config file",
  "keys#the-admin-key": "admin key; what is the admin key; master key; root key",
  "keys#too-many-wrong-keys": "brute force; too many wrong keys; guess a key; lockout; 429 on sign in",
  "keys#endpoints-without-a-key":
    "which endpoints need no key; public endpoints; without authentication; turn authentication off; anonymous",
};
