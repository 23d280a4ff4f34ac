"use client";

import { AdminPage } from "#components/shell/admin-page.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { AuditStage } from "./audit-stage.tsx";

export function AuditPage() {
  return (
    <AdminPage
      title="Audit log"
      description="See who changed what, and who signed in. Entries can’t be changed, and stay for a year unless the config file sets another time."
      refusal="Only admins can see the audit log"
      action={<ButtonLink href="/people">People</ButtonLink>}
    >
      {(admin) => <AuditStage ready={admin} />}
    </AdminPage>
  );
}
