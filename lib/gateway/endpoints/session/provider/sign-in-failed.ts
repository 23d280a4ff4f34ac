import type { SignInProblem } from "#lib/contract/person.ts";

/** A sign-in that ends without a session, for a reason that the sign-in page explains. */
export class SignInFailed extends Error {
  readonly problem: SignInProblem;
  /** Identity that was refused; undefined when it is not known. */
  readonly account: { id: string; name: string } | undefined;

  constructor(problem: SignInProblem, account?: { id: string; name: string }) {
    super(problem);
    this.problem = problem;
    this.account = account;
  }
}
