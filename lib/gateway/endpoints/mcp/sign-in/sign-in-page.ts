/** Page that ends a sign-in in its browser tab. It has no script and no style: the policy of the gateway allows none. */
import { escapeHtml } from "#lib/contract/escape-html.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { SignInEnd } from "./mcp-sign-ins.ts";

type Page = { status: number; title: string; detail: string };

export function writeSignInPage(end: SignInEnd): EndpointResponse {
  const { status, title, detail } = describeEnd(end);
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Parlance</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(detail)}</p>
</main>
</body>
</html>
`,
  };
}

function describeEnd(end: SignInEnd): Page {
  switch (end.status) {
    case "signed_in": {
      const { host } = new URL(end.server.url);
      const detail = `Parlance may now use ${host} for you. Return to Parlance; you can close this tab.`;
      return { status: 200, title: "You are signed in", detail };
    }
    case "cancelled":
      return {
        ...{ status: 400, title: "You are not signed in" },
        detail: "The sign-in was cancelled. Return to Parlance to begin it again.",
      };
    case "expired":
      return {
        ...{ status: 400, title: "This sign-in has ended" },
        detail:
          "A sign-in can be completed once, within 10 minutes, in the browser that began it. Return to Parlance to begin it again.",
      };
    case "failed":
      return { status: 502, title: "You are not signed in", detail: end.message };
    default:
      return end satisfies never;
  }
}
