/** Whether a fragment is meant to be a link of share-link.ts, however damaged. */
export const isShareFragment = (fragment: string): boolean => fragment.startsWith("#s=");
