/** A source or mask that the painter cannot use; the field is the request's. */
export class PictureError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "PictureError";
    this.field = field;
  }
}
