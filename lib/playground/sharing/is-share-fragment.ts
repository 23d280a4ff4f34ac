/** Returns true for a fragment of share-link.ts, even a damaged one. */
export const isShareFragment = (fragment: string): boolean => fragment.startsWith("#s=");
