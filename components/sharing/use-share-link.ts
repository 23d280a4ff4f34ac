import { useEffect } from "react";
import { isShareFragment } from "#lib/playground/sharing/is-share-fragment.ts";

/**
 * A link that was opened is read once somebody is signed in: the way to the sign-in page and back takes it along. Then
 * it leaves the address, for a reload should not ask again.
 * @param onLink stable; is told the fragment
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
