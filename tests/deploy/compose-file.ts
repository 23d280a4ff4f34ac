/** Schema of the Compose specification (https://compose-spec.io), as far as `compose.yaml` uses it. */
import { z } from "zod";

const name = z.string().regex(/^[a-zA-Z0-9._-]+$/);
/** Such as `30s` and `1m30s`. */
const duration = z.string().regex(/^(\d+(h|m|s|ms|us))+$/, "a duration");
/** Host address, port and port of the container. */
const port = z.string().regex(/^((\d{1,3}\.){3}\d{1,3}:)?\d{1,5}:\d{1,5}$/, "a published port");
const mount = z.string().regex(/^[a-z0-9-]+:\/[\w/.-]*(:ro)?$/, "a named volume and a path");
const command = z.array(z.string()).min(1);
const restart = z.enum(["no", "always", "on-failure", "unless-stopped"]);

const service = z.strictObject({
  image: z.string().regex(/^[a-z0-9][\w./-]*(:[\w][\w.-]{0,127})?$/, "an image"),
  build: z.strictObject({ context: z.string(), target: name }).optional(),
  restart: restart.optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string().regex(/^[a-z-]+:\w+$/)).optional(),
  tmpfs: z.array(z.string().startsWith("/")).optional(),
  stop_grace_period: duration.optional(),
  ports: z.array(port).optional(),
  volumes: z.array(mount).optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).optional(),
  command: command.optional(),
  entrypoint: command.optional(),
  depends_on: z
    .record(
      name,
      z.strictObject({
        condition: z.enum(["service_started", "service_healthy", "service_completed_successfully"]),
      }),
    )
    .optional(),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.enum(["CMD", "CMD-SHELL"])], z.string()),
      interval: duration.optional(),
      timeout: duration.optional(),
      retries: z.int().min(1).optional(),
      start_period: duration.optional(),
    })
    .optional(),
});

export const composeFile = z.strictObject({
  services: z.record(name, service),
  // A volume without options.
  volumes: z.record(name, z.null()),
});
