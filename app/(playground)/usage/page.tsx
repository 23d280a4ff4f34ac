import type { Metadata } from "next";
import { UsagePage } from "./_components/usage-page.tsx";

export const metadata: Metadata = { title: "Usage" };

export default function Page() {
  return <UsagePage />;
}
