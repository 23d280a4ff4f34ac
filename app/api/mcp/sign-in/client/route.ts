export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "#lib/server/route-handler.ts";
