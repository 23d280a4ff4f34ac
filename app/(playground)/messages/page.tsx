import type { Metadata } from "next";
import { MessagesPage } from "./_components/messages-page.tsx";

export const metadata: Metadata = { title: "Messages" };

export default function Page() {
  return <MessagesPage />;
}
