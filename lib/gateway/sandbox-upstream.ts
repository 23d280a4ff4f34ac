/** The id of the built-in upstream: what stands before the slash in the names of its models. */
export const SANDBOX = "sandbox";
