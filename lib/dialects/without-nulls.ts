/** Returns a copy without the fields that are null or undefined: in OpenAI's requests, null is the default. */
export function withoutNulls<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Fields;
}
