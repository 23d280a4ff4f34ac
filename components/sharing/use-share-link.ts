import { useEffect } from "react";
import { isShareFragment } from "#lib/playground/sharing/is-share-fragment.ts";

/**
 * Reads an opened link once the user is signed in; the redirect to the sign-in page and back preserves it. Then removes
 * it from the address, so that a reload does not ask again.
 * @param onLink receives the fragment; must keep its identity
 */
export function useShareLink({ signedIn, onLink }: { signedIn: boolean; onLink: (fragment: string) => void }): void {
  useEffect(() => {
    if (!signedIn) return;
    const read = () => {
      const { hash, pathname, search } = location;
      if (!isShareFragment(hash)) return;
      history.replaceState(null, "", pathname + search);
      onLink(hash);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [signedIn, onLink]);
}
