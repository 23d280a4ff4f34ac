import { usePathname } from "next/navigation";
import { useEffect } from "react";

const MARK = "● ";

/** A glance at the tab tells whether an answer is still coming, on whichever page. */
export function useAnsweringTitle(answering: boolean): void {
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has a new title, which is to be marked too.
  useEffect(() => {
    if (!answering) return;
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    };
    mark();
    // The framework writes a page's title some time after the page is there.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
    };
  }, [answering, path]);
}
