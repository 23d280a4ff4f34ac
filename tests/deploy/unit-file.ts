/** A unit file of systemd as data, and schemas of the directives that ours uses (systemd.unit, .service, .exec). */
import { z } from "zod";

export type UnitFile = Record<string, Record<string, string[]>>;

/** Reads the sections with the values of each directive; one may be there several times. */
export function readUnitFile(text: string): UnitFile {
  const unit: UnitFile = {};
  let section: Record<string, string[]> | undefined;
  for (const line of text.split("\n")) {
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (line === "" || line.startsWith("#")) continue;
    if (title !== undefined) {
      section = {};
      unit[title] = section;
    } else if (section === undefined || name === "") throw new Error(`Neither a section nor a directive: ${line}`);
    else section[name] = [...(section[name] ?? []), value];
  }
  return unit;
}

const one = <Value extends z.ZodType>(value: Value) => z.tuple([value]);
const text = one(z.string().min(1));
const yesOrNo = one(z.enum(["yes", "no"]));
const seconds = one(z.string().regex(/^\d+(ms|s|min)?$/, "a span of time"));
const path = one(z.string().regex(/^-?\/\S+$/, "an absolute path"));
const mode = one(z.string().regex(/^0[0-7]{3}$/, "a mode"));
const folder = one(z.string().regex(/^[\w-]+$/, "a folder's name"));
const units = one(z.string().regex(/^[\w@.-]+\.(service|target)( [\w@.-]+\.(service|target))*$/, "units"));

export const unitFile = z.strictObject({
  Unit: z.strictObject({ Description: text, Documentation: one(z.url()), After: units, Wants: units }),
  Service: z.strictObject({
    Type: one(z.enum(["simple", "exec", "notify"])),
    User: text,
    Group: text,
    WorkingDirectory: path,
    StateDirectory: folder,
    StateDirectoryMode: mode,
    ConfigurationDirectory: folder,
    Environment: one(z.string().regex(/^[A-Z_]+=\S+( [A-Z_]+=\S+)*$/, "variables")),
    EnvironmentFile: path,
    ExecStart: one(z.string().startsWith("/")),
    Restart: one(z.enum(["on-failure", "always"])),
    RestartSec: seconds,
    TimeoutStopSec: seconds,
    KillMode: one(z.enum(["control-group", "mixed", "process"])),
    LimitNOFILE: one(z.string().regex(/^\d+$/)),
    CapabilityBoundingSet: one(z.literal("")),
    AmbientCapabilities: one(z.literal("")),
    NoNewPrivileges: yesOrNo,
    LockPersonality: yesOrNo,
    PrivateDevices: yesOrNo,
    PrivateTmp: yesOrNo,
    ProtectClock: yesOrNo,
    ProtectControlGroups: yesOrNo,
    ProtectHome: yesOrNo,
    ProtectHostname: yesOrNo,
    ProtectKernelLogs: yesOrNo,
    ProtectKernelModules: yesOrNo,
    ProtectKernelTunables: yesOrNo,
    ProtectProc: one(z.enum(["noaccess", "invisible", "ptraceable", "default"])),
    ProtectSystem: one(z.enum(["yes", "full", "strict"])),
    RemoveIPC: yesOrNo,
    RestrictAddressFamilies: text,
    RestrictNamespaces: yesOrNo,
    RestrictRealtime: yesOrNo,
    RestrictSUIDSGID: yesOrNo,
    SystemCallArchitectures: one(z.literal("native")),
    SystemCallFilter: z.array(z.string().regex(/^~?@[\w-]+$/, "a set of system calls")),
    SystemCallErrorNumber: one(z.string().regex(/^E[A-Z]+$/)),
    MemoryDenyWriteExecute: yesOrNo,
    UMask: mode,
  }),
  Install: z.strictObject({ WantedBy: units }),
});
