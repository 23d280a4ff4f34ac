/** Seals sign-ins to MCP servers, and opens them. Each is bound to its owner and server. */
import { grantSchema, type McpGrant, type McpPending, pendingSchema } from "#lib/mcp/oauth/grant.ts";
import type { McpSignInOwner, McpSignInRecord } from "#lib/store/mcp-sign-ins/mcp-sign-in-record.ts";
import type { Sealer } from "#lib/store/sealer.ts";

export type SealedSignIns = {
  sealGrant(of: McpSignInOwner, grant: McpGrant): string;
  sealPending(of: McpSignInOwner, pending: McpPending): string;
  /** Returns undefined without a grant for this URL, and for one that was sealed with another secret key. */
  openGrant(record: McpSignInRecord | undefined, url: string): McpGrant | undefined;
  openPending(record: McpSignInRecord, url: string): McpPending | undefined;
};

export function createSealedSignIns(sealer: Sealer): SealedSignIns {
  const purposeOf = (kind: "grant" | "sign-in", { ownerId, serverId }: McpSignInOwner) =>
    `mcp ${kind} ${ownerId} ${serverId}`;

  function open<Content extends { url: string }>(
    sealed: string | null | undefined,
    { purpose, read, url }: { purpose: string; read: (value: unknown) => Content; url: string },
  ): Content | undefined {
    if (sealed === null || sealed === undefined) return undefined;
    try {
      const content = read(JSON.parse(sealer.open(sealed, purpose)));
      return content.url === url ? content : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    sealGrant: (of, grant) => sealer.seal(JSON.stringify(grant), purposeOf("grant", of)),
    sealPending: (of, pending) => sealer.seal(JSON.stringify(pending), purposeOf("sign-in", of)),
    openGrant: (record, url) =>
      record &&
      open(record.sealedGrant, { purpose: purposeOf("grant", record), read: (value) => grantSchema.parse(value), url }),
    openPending: (record, url) =>
      open(record.sealedPending, {
        purpose: purposeOf("sign-in", record),
        read: (value) => pendingSchema.parse(value),
        url,
      }),
  };
}
