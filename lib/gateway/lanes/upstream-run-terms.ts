/** Types of background responses that an upstream runs itself. */

/** Response at the upstream. */
export type UpstreamRun = {
  /** Upstream and its model, as `<upstream>/<model>`. */
  target: string;
  /** The upstream's id of the response. */
  id: string;
};

export type UpstreamRunTerms = {
  /** Response that an instance which has ended began; absent for a new one. */
  resumed?: UpstreamRun | undefined;
  /** Called with the id as soon as the upstream has said it. */
  onStart(run: UpstreamRun): void;
  /** Returns true when another instance goes on with it: it must not be cancelled at the upstream. */
  isHandedOver(): boolean;
};
