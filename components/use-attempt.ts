import { useState } from "react";

export type Attempt = {
  /** True while the work is under way. */
  busy: boolean;
  /** Why the last work failed, for the screen. */
  problem: string | undefined;
  attempt: (work: () => Promise<void>) => Promise<void>;
};

/** Runs work of a dialog, one piece at a time: a failure is shown in it. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    busy,
    problem,
    async attempt(work) {
      setBusy(true);
      setProblem(undefined);
      await work().catch((error: unknown) =>
        setProblem(error instanceof Error ? error.message : "The gateway didn’t respond. Try again."),
      );
      setBusy(false);
    },
  };
}
