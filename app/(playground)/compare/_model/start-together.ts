/**
 * Gate that starts compared requests at the same moment, whichever was built first: decoding an image for one dialect
 * must not give another a head start.
 */
export type StartGate = {
  /** Settles when every participant has arrived or left. */
  arrive(): Promise<void>;
  /** Removes a participant that will send nothing, so that the others do not wait for it. */
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
