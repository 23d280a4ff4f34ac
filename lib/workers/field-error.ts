/** Something of a request that heavy work has found it cannot use; the field is the request's. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "FieldError";
    this.field = field;
  }
}
