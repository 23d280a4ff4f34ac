import { type ReactNode, type RefObject, type UIEvent, useEffect, useRef, useState } from "react";
import { useStill } from "./still-context.ts";

interface ScrollBoxProps {
  /** What is in it, for screen readers. */
  label: string;
  className: string;
  children: ReactNode;
  /** Within a paragraph, where a `div` may not stand. */
  inline?: boolean;
  boxRef?: RefObject<HTMLDivElement | null>;
  onScroll?: (event: UIEvent<HTMLDivElement>) => void;
}

/** A box that scrolls by itself; while it has something to scroll, the keyboard can reach it. */
export function ScrollBox({ label, className, children, inline, boxRef, onScroll }: ScrollBoxProps) {
  const ownRef = useRef<HTMLDivElement>(null);
  const ref = boxRef ?? ownRef;
  // Without script nobody can tell.
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

  // The same to React and to the types here: a box.
  const Box = (inline ? "span" : "div") as "div";
  return (
    <Box
      ref={ref}
      role="group"
      aria-label={label}
      // The box around it may clip: the focus ring goes inside.
      className={`-outline-offset-2 ${className}`}
      onScroll={onScroll}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </Box>
  );
}
