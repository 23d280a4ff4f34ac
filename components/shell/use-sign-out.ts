import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { signOut } from "#lib/playground/gateway/gateway-session.ts";
import { forgetCatalogue } from "#lib/playground/models/catalogue.ts";
import { showToast } from "../ui/toast.tsx";

/** Returns a function that ends the session, clears the catalogue and opens the sign-in page. */
export function useSignOut(): () => void {
  const router = useRouter();
  return useCallback(() => {
    signOut().then(
      (providerUrl) => {
        forgetCatalogue();
        if (providerUrl !== undefined) location.assign(providerUrl);
        else router.replace("/sign-in");
      },
      () =>
        showToast({
          kind: "error",
          title: "You are still signed in",
          detail: "The gateway didn’t respond. Check the connection, then sign out again.",
        }),
    );
  }, [router]);
}
