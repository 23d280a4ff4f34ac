/** Addresses in responses come from a model, or from text that the model read: only known kinds are allowed. */

/** Pages of this product that a response may link to, without a query, which could change settings. */
const PAGE =
  /^\/(?:docs(?:\/[a-z-]+)?(?:#[\w-]+)?|chat|responses|messages|generate-content|images|videos|compare|models|providers|keys|requests|usage)$/;

/**
 * Returns the address of a link that may be opened: http, https, mailto, or a page of this product; undefined for any
 * other.
 */
export function safeLink(url: string | undefined): string | undefined {
  return url !== undefined && PAGE.test(url) ? url : withProtocol(url, ["http:", "https:", "mailto:"]);
}

/** Returns the address of an image data URL; undefined for any other. */
export function inlineImage(url: string | undefined): string | undefined {
  return url && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(url) ? url : undefined;
}

/** Returns the address of an external image that may be loaded if the user allows it: https only. */
export function remoteImage(url: string | undefined): string | undefined {
  return withProtocol(url, ["https:"]);
}

function withProtocol(url: string | undefined, protocols: string[]): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  return protocols.includes(new URL(url).protocol) ? url : undefined;
}
