import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { signOut } from "#lib/playground/gateway-session.ts";
import { showToast } from "../ui/toast.tsx";

/** Ends the session, forgets what the server told, and leads to the sign-in page. */
export function useSignOut(): () => void {
  const router = useRouter();
  const client = useQueryClient();
  return useCallback(() => {
    signOut().then(
      () => {
        client.clear();
        router.replace("/sign-in");
      },
      () =>
        showToast({
          kind: "error",
          title: "You are still signed in",
          detail: "The gateway did not answer. Check the connection, then sign out again.",
        }),
    );
  }, [client, router]);
}
