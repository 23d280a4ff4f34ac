/** `GET /v1/models/{id}`, and the actions of dialect google-generate behind a colon; an id may hold slashes. */
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
