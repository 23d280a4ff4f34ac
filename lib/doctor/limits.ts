/** Bounds on runs of the doctor on a gateway: how many go on at once, and the time of each of their requests. */
export const DOCTOR_LIMITS = { runs: 2, timeoutMs: 60_000 } as const;
