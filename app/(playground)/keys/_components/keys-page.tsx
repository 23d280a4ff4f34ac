"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { KeysShell } from "./keys-shell.tsx";

export function KeysPage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <KeysShell />
    </QueryClientProvider>
  );
}
