import { FileX } from "lucide-react";
import Head from "next/head";
import { MessagePage } from "../shell/message-page.tsx";

export function MissingPage() {
  return (
    <>
      <Head>
        <title>Nothing is shared here · Parlance</title>
      </Head>
      <MessagePage
        icon={<FileX />}
        title="Nothing is shared here"
        detail="Shared pages are kept for 30 days, and whoever made one can delete it before. Check that the address is whole, or ask for a new link."
      >
        <a href="/" className="font-medium text-accent underline underline-offset-4">
          Go to the playground
        </a>
      </MessagePage>
    </>
  );
}
