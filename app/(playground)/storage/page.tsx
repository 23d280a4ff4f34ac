import type { Metadata } from "next";
import { StoragePage } from "./_components/storage-page.tsx";

export const metadata: Metadata = { title: "Storage" };

export default function Page() {
  return <StoragePage />;
}
