"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { updateKey } from "#app/(playground)/keys/_model/key-api.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { putKey } from "./use-keys.ts";

/** Returns a function that disables a key, or enables a disabled one. */
export function useToggle(): (key: ApiKey) => void {
  const client = useQueryClient();
  return useCallback(
    ({ id, name, disabled_at }: ApiKey) => {
      const disabled = disabled_at === null;
      updateKey(id, { disabled }).then(
        (key) => {
          putKey(client, key);
          showToast({ title: `${disabled ? "Disabled" : "Enabled"} “${name}”`, kind: "success" });
        },
        (error: unknown) => {
          showToast({ title: error instanceof Error ? error.message : "Couldn’t change the key.", kind: "error" });
        },
      );
    },
    [client],
  );
}
