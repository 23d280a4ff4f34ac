import { Compass } from "lucide-react";
import Link from "next/link";
import { MessagePage } from "../components/shell/message-page.tsx";

export default function NotFound() {
  return (
    <MessagePage icon={<Compass />} title="There is nothing here" detail="The address is wrong, or the page has moved.">
      <Link href="/chat" className="font-medium text-accent underline-offset-4 hover:underline">
        Go to the chat
      </Link>
    </MessagePage>
  );
}
