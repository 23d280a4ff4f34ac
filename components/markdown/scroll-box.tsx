import { type ReactNode, type RefObject, type UIEvent, useEffect, useRef, useState } from "react";
import { useStill } from "./still-context.ts";

interface ScrollBoxProps {
  /** Accessible name of the content. */
  label: string;
  className: string;
  children: ReactNode;
  /** For use inside a paragraph, where a `div` is not allowed. */
  inline?: boolean;
  boxRef?: RefObject<HTMLDivElement | null>;
  onScroll?: (event: UIEvent<HTMLDivElement>) => void;
}

/** A scrollable box that is focusable by keyboard while its content overflows. */
export function ScrollBox({ label, className, children, inline, boxRef, onScroll }: ScrollBoxProps) {
  const ownRef = useRef<HTMLDivElement>(null);
  const ref = boxRef ?? ownRef;
  // Without script the overflow cannot be measured.
  const [scrolls, setScrolls] = useState(useStill());

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      setScrolls(box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1);
    });
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [ref]);

  // React and its types treat both elements the same.
  const Box = (inline ? "span" : "div") as "div";
  return (
    <Box
      ref={ref}
      role="group"
      aria-label={label}
      // The surrounding box may clip, so the focus ring is drawn inside.
      className={`-outline-offset-2 ${className}`}
      onScroll={onScroll}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </Box>
  );
}
