"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Toasts } from "../ui/toast.tsx";
import { TooltipLayer } from "../ui/tooltip-layer.tsx";
import { KeyMap } from "./key-map.tsx";
import { PaletteHost } from "./palette-host.tsx";

/** TanStack Query holds what the server owns (models, who is signed in); streams never pass through it. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: 1, refetchOnWindowFocus: false } } }),
  );
  return (
    <QueryClientProvider client={client}>
      {children}
      <TooltipLayer />
      <Toasts />
      <PaletteHost />
      <KeyMap />
    </QueryClientProvider>
  );
}
