/** `POST /api/shares`: keeping what a link cannot hold, and pages to read. */
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
