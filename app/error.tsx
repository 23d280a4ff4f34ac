"use client";

import { TriangleAlert } from "lucide-react";
import { MessagePage } from "../components/shell/message-page.tsx";
import { Button } from "../components/ui/button.tsx";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage icon={<TriangleAlert />} title="Something went wrong" detail={error.message}>
      <Button onClick={reset}>Try again</Button>
    </MessagePage>
  );
}
