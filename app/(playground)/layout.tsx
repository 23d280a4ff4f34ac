import type { ReactNode } from "react";
import { PageLayers } from "#components/shell/page-layers.tsx";
import { EARLY_INPUT_SCRIPT } from "#lib/playground/shell/early-input.ts";
import { RESTORE_ZONES_SCRIPT } from "#lib/playground/shell/preferences.ts";

export default function PlaygroundLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; must run before the first paint. */}
      <script dangerouslySetInnerHTML={{ __html: RESTORE_ZONES_SCRIPT + EARLY_INPUT_SCRIPT }} />
      {children}
      <PageLayers />
    </>
  );
}
