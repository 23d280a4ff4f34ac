import { isIP } from "node:net";
import { connect } from "node:tls";
import { ALERT_LIMITS } from "#lib/gateway/limits.ts";

/**
 * Returns the end of a server's TLS certificate in Unix milliseconds. One that is invalid has an end too.
 * @param host name and port
 * @throws Error when the server cannot be reached or has no certificate
 */
export function readCertificateEnd(host: string): Promise<number> {
  const at = host.lastIndexOf(":");
  const name = host.slice(0, at).replace(/^\[|\]$/g, "");
  const options = { host: name, port: Number(host.slice(at + 1)), rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const socket = connect({ ...options, ...(isIP(name) ? {} : { servername: name }) }, () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to ?? "");
      socket.destroy();
      if (Number.isNaN(end)) reject(new Error(`${host} has no certificate`));
      else resolve(end);
    });
    socket.setTimeout(ALERT_LIMITS.timeoutMs, () => socket.destroy(new Error(`${host} did not respond`)));
    socket.once("error", (error) => reject(new Error(`the certificate of ${host} cannot be read: ${error.message}`)));
  });
}
