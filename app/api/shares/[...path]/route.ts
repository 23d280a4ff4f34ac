/** `/api/shares/{id}` and what is under it. */
import { handleRoute } from "#lib/server/route-handler.ts";

export {
  handleRoute as DELETE,
  handleRoute as GET,
  handleRoute as HEAD,
  handleRoute as OPTIONS,
  handleRoute as PATCH,
  handleRoute as POST,
  handleRoute as PUT,
};
