import { Compass } from "lucide-react";
import Link from "next/link";
import { MessagePage } from "../components/shell/message-page.tsx";

export default function NotFound() {
  return (
    <MessagePage icon={<Compass />} title="Page not found" detail="Check the address, or go back to the start.">
      <Link href="/chat" className="font-medium text-accent underline-offset-4 hover:underline">
        Go to the chat
      </Link>
    </MessagePage>
  );
}
