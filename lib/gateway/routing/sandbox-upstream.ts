/** Id of the built-in upstream, and the prefix of its models' names. */
export const SANDBOX = "sandbox";
