"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { StorageShell } from "./storage-shell.tsx";

export function StoragePage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <StorageShell />
    </QueryClientProvider>
  );
}
