/**
 * Requests that are compared leave in the same moment, whichever was built first: reading a picture for one dialect must
 * not give another a head start.
 */
export type StartGate = {
  /** Settles when every participant has arrived or has left. */
  arrive(): Promise<void>;
  /** For one that will send nothing: nobody waits for it. */
  leave(): void;
};

export function createStartGate(participants: number): StartGate {
  let awaited = participants;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const leave = () => {
    awaited -= 1;
    if (awaited <= 0) open();
  };
  return {
    arrive() {
      leave();
      return opened;
    },
    leave,
  };
}
