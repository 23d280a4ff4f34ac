/**
 * Schemas of the Kubernetes objects that the Helm chart makes, as far as it uses them: an unknown or misspelt field, a
 * wrong type and a malformed name or quantity fail, as `kubectl apply --validate=strict` has them fail.
 */
import { z } from "zod";

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names */
const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, "a DNS label");
const labelKey = z.string().regex(/^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/, "a label's key");
const labelValue = z.string().regex(/^([A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?)?$/, "a label's value");
const labels = z.record(labelKey, labelValue);
const variable = z.string().regex(/^[A-Za-z_.-][\w.-]*$/, "an environment variable");
/** Such as `250m` and `10Gi`. */
const quantity = z.string().regex(/^\d+(\.\d+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/, "a quantity");
const portNumber = z.int().min(1).max(65_535);
/** IANA service name, of at most 15 characters. */
const portName = z.string().regex(/^(?=.*[a-z])[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$/, "a port's name");
const count = z.int().min(0);
const seconds = z.int().min(1);
const path = z.string().startsWith("/");

const metadata = z.strictObject({ name, labels, annotations: z.record(labelKey, z.string()).optional() });
const selector = z.strictObject({ matchLabels: labels });

const probe = z.strictObject({
  httpGet: z.strictObject({ path, port: z.union([portNumber, portName]) }),
  periodSeconds: seconds.optional(),
  timeoutSeconds: seconds.optional(),
  failureThreshold: seconds.optional(),
  initialDelaySeconds: count.optional(),
});

const resourceList = z.partialRecord(z.enum(["cpu", "memory", "ephemeral-storage"]), quantity);
const resources = z.strictObject({ requests: resourceList.optional(), limits: resourceList.optional() });

const container = z.strictObject({
  name,
  image: z.string().regex(/^[a-z0-9][\w./:-]*:[\w][\w.-]{0,127}$/, "an image with a tag"),
  imagePullPolicy: z.enum(["Always", "IfNotPresent", "Never"]),
  ports: z.array(z.strictObject({ name: portName, containerPort: portNumber })),
  env: z.array(z.strictObject({ name: variable, value: z.string() })),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name }) })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  // `sleep` is part of Kubernetes since 1.30.
  lifecycle: z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds }) }) }),
  resources,
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }),
  }),
  volumeMounts: z.array(z.strictObject({ name, mountPath: path, readOnly: z.boolean().optional() })),
});

const volume = z.xor([
  z.strictObject({ name, emptyDir: z.strictObject({}) }),
  z.strictObject({ name, configMap: z.strictObject({ name }) }),
  z.strictObject({ name, persistentVolumeClaim: z.strictObject({ claimName: name }) }),
]);

const podSpec = z.strictObject({
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: seconds,
  securityContext: z.strictObject({
    runAsNonRoot: z.boolean(),
    runAsUser: count,
    runAsGroup: count,
    fsGroup: count,
    seccompProfile: z.strictObject({ type: z.enum(["RuntimeDefault", "Unconfined"]) }),
  }),
  containers: z.array(container).min(1),
  volumes: z.array(volume),
});

const object = <Kind extends string, Version extends string, Fields extends z.ZodRawShape>(
  apiVersion: Version,
  kind: Kind,
  fields: Fields,
) => z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, ...fields });

export const kubernetesObject = z.discriminatedUnion("kind", [
  object("v1", "ConfigMap", { data: z.record(z.string().regex(/^[\w.-]+$/), z.string()) }),
  object("v1", "Secret", { type: z.literal("Opaque"), stringData: z.record(variable, z.string()) }),
  object("v1", "Service", {
    spec: z.strictObject({
      type: z.enum(["ClusterIP", "NodePort", "LoadBalancer"]),
      selector: labels,
      ports: z.array(z.strictObject({ name: portName, port: portNumber, targetPort: z.union([portNumber, portName]) })),
    }),
  }),
  object("v1", "PersistentVolumeClaim", {
    spec: z.strictObject({
      accessModes: z.array(z.enum(["ReadWriteOnce", "ReadWriteMany", "ReadOnlyMany", "ReadWriteOncePod"])),
      storageClassName: name.optional(),
      resources: z.strictObject({ requests: z.strictObject({ storage: quantity }) }),
    }),
  }),
  object("apps/v1", "Deployment", {
    spec: z.strictObject({
      replicas: count.optional(),
      selector,
      strategy: z.strictObject({ type: z.enum(["Recreate", "RollingUpdate"]) }).optional(),
      template: z.strictObject({ metadata: metadata.omit({ name: true }), spec: podSpec }),
    }),
  }),
  object("autoscaling/v2", "HorizontalPodAutoscaler", {
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ apiVersion: z.literal("apps/v1"), kind: z.literal("Deployment"), name }),
      minReplicas: seconds,
      maxReplicas: seconds,
      metrics: z.array(
        z.strictObject({
          type: z.literal("Resource"),
          resource: z.strictObject({
            name: z.enum(["cpu", "memory"]),
            target: z.strictObject({ type: z.literal("Utilization"), averageUtilization: z.int().min(1).max(100) }),
          }),
        }),
      ),
    }),
  }),
  object("policy/v1", "PodDisruptionBudget", { spec: z.strictObject({ minAvailable: count, selector }) }),
]);
