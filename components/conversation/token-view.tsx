"use client";

import { memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { formatProbability, showToken, type TokenLogprob } from "#lib/playground/conversation/token-logprobs.ts";
import { TokenPopup } from "./token-popup.tsx";

/** Share of the tint behind a token of probability 0, in percent: text on it stays readable in both themes. */
const DEEPEST_TINT = 42;

/**
 * The tokens of a response, shaded by their probability: the deeper, the less likely. A token's alternatives are shown
 * under the pointer, at a tap, and by the arrow keys.
 */
export function TokenView({ tokens }: { tokens: readonly TokenLogprob[] }) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState<number>();
  const token = active === undefined ? undefined : tokens[active];
  const average = useMemo(
    () => tokens.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0) / tokens.length,
    [tokens],
  );
  const elementAt = (index: number | undefined) =>
    index === undefined ? null : (list.current?.querySelector<HTMLElement>(`[data-at="${index}"]`) ?? null);

  useEffect(() => {
    const element = active === undefined ? null : list.current?.querySelector(`[data-at="${active}"]`);
    element?.setAttribute("aria-selected", "true");
    return () => element?.setAttribute("aria-selected", "false");
  }, [active]);

  function show({ dataset: { at } }: HTMLElement): void {
    if (at !== undefined) setActive(Number(at));
  }

  function move(to: number): void {
    const next = Math.min(tokens.length - 1, Math.max(0, to));
    setActive(next);
    elementAt(next)?.scrollIntoView({ block: "nearest" });
  }

  return (
    <div className="min-w-0">
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted-foreground">
        <span>
          {tokens.length} {tokens.length === 1 ? "token" : "tokens"}, {formatProbability(Math.log(average))} likely on
          average
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-12 rounded-sm" style={{ background: SCALE }} />
          less likely
        </span>
      </p>
      <div
        ref={list}
        role="listbox"
        aria-label="Tokens with their probabilities"
        aria-activedescendant={active === undefined ? undefined : `${id}${active}`}
        tabIndex={0}
        className="whitespace-pre-wrap break-words rounded-lg text-[15px] leading-7"
        onPointerMove={({ pointerType, target }) => pointerType === "mouse" && show(target as HTMLElement)}
        onClick={({ target }) => show(target as HTMLElement)}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setActive(undefined)}
        onBlur={() => setActive(undefined)}
        onKeyDown={(event) => {
          const to = findTarget(event.key, active ?? -1, tokens.length);
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          if (to === null) setActive(undefined);
          else move(to);
        }}
      >
        <Tokens tokens={tokens} id={id} />
      </div>
      <TokenPopup token={token} anchor={elementAt(active)} />
    </div>
  );
}

const tint = (percent: number) => `color-mix(in oklab, var(--warning) ${percent}%, transparent)`;
const SCALE = `linear-gradient(to right, transparent, ${tint(DEEPEST_TINT)})`;

/** Returns the token that a key goes to, null to leave the tokens, undefined for keys that are not of this list. */
function findTarget(key: string, active: number, count: number): number | null | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return active + 1;
    case "ArrowLeft":
    case "ArrowUp":
      return active - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return active === -1 ? undefined : null;
    default:
      return undefined;
  }
}

/** Drawn once: thousands of tokens do not follow the pointer. */
const Tokens = memo(function Tokens({ tokens, id }: { tokens: readonly TokenLogprob[]; id: string }) {
  return tokens.map(({ token, logprob }, index) => {
    const doubt = 1 - Math.exp(logprob);
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active option.
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a token is identified by its place.
        key={index}
        id={`${id}${index}`}
        role="option"
        aria-selected={false}
        aria-label={`${showToken(token)}, ${formatProbability(logprob)}`}
        data-at={index}
        className="rounded-[3px] aria-selected:outline-2 aria-selected:outline-ring"
        style={doubt < 0.02 ? undefined : { background: tint(Math.round(doubt * DEEPEST_TINT)) }}
      >
        {token.replaceAll("\n", "↵\n")}
      </span>
    );
  });
});
