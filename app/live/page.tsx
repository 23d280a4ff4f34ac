import type { Metadata } from "next";
import { LivePage } from "./_components/live-page.tsx";

export const metadata: Metadata = { title: "Live response", robots: { index: false, follow: false } };

/** One document for all links: the secret is in the address, which only the browser reads. */
export default function Page() {
  return <LivePage />;
}
