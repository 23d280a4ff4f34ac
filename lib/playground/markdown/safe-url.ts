/** Addresses in answers are written by a model, or by whoever wrote what the model read: only known kinds pass. */

/** The address of a link that may be opened: http, https or mailto; undefined for any other, relative ones included. */
export function safeLink(url: string | undefined): string | undefined {
  return withProtocol(url, ["http:", "https:", "mailto:"]);
}

/** The address of an image that may be loaded: https, or data of an image type; plain http is never fetched. */
export function safeImage(url: string | undefined): string | undefined {
  if (url && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(url)) return url;
  return withProtocol(url, ["https:"]);
}

function withProtocol(url: string | undefined, protocols: string[]): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  return protocols.includes(new URL(url).protocol) ? url : undefined;
}
