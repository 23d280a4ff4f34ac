/** Gate at which scripted responses wait: each `open` lets one pass, whichever of the two is called first. */
export type Gate = { pass(): Promise<void>; open(): void };

export function createGate(): Gate {
  const waiting: (() => void)[] = [];
  let openings = 0;
  return {
    async pass() {
      if (openings > 0) openings -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    open() {
      const first = waiting.shift();
      if (first) first();
      else openings += 1;
    },
  };
}
