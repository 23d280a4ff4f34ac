import { FileX, Hourglass } from "lucide-react";
import { MessagePage } from "../shell/message-page.tsx";

const NOTICES = {
  missing: {
    icon: <FileX />,
    title: "Shared page not found",
    detail: "Shared pages expire after 30 days and can be deleted earlier. Check the address, or ask for a new link.",
    link: { href: "/", label: "Go to the playground" },
  },
  throttled: {
    icon: <Hourglass />,
    title: "Too many wrong keys",
    detail: "Too many requests came with an invalid key. Wait a few minutes, or sign in with a valid key.",
    link: { href: "/sign-in", label: "Sign in" },
  },
};

export type Notice = keyof typeof NOTICES;

/** Page shown when a shared conversation is not available: the reason, and a link. */
export function NoticePage({ notice }: { notice: Notice }) {
  const { icon, title, detail, link } = NOTICES[notice];
  return (
    <MessagePage icon={icon} title={title} detail={detail}>
      <a href={link.href} className="font-medium text-accent underline underline-offset-4">
        {link.label}
      </a>
    </MessagePage>
  );
}

/** Returns the title of a notice, for the document's title. */
export function noticeTitle(notice: Notice): string {
  return NOTICES[notice].title;
}
