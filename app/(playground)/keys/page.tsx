import type { Metadata } from "next";
import { KeysPage } from "./_components/keys-page.tsx";

export const metadata: Metadata = { title: "Keys" };

export default function Page() {
  return <KeysPage />;
}
