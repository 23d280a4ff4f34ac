import type { ReactNode } from "react";
import { RESTORE_ZONES_SCRIPT } from "#lib/playground/preferences.ts";
import { PageLayers } from "../../components/shell/page-layers.tsx";

export default function PlaygroundLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which must run before the first paint. */}
      <script dangerouslySetInnerHTML={{ __html: RESTORE_ZONES_SCRIPT }} />
      {children}
      <PageLayers />
    </>
  );
}
