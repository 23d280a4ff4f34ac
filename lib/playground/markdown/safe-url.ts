/** Addresses in answers are written by a model, or by whoever wrote what the model read: only known kinds pass. */

/** The address of a link that may be opened: http, https or mailto; undefined for any other, relative ones included. */
export function safeLink(url: string | undefined): string | undefined {
  return withProtocol(url, ["http:", "https:", "mailto:"]);
}

/** The address of an image that holds its own bytes, of an image type; undefined for any other. */
export function inlineImage(url: string | undefined): string | undefined {
  return url && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(url) ? url : undefined;
}

/** The address of an image of another site that may be loaded if the reader wants it: https alone. */
export function remoteImage(url: string | undefined): string | undefined {
  return withProtocol(url, ["https:"]);
}

function withProtocol(url: string | undefined, protocols: string[]): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  return protocols.includes(new URL(url).protocol) ? url : undefined;
}
