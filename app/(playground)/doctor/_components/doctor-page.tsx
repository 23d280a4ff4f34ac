"use client";

import { AdminPage } from "#components/shell/admin-page.tsx";
import { DoctorStage } from "./doctor-stage.tsx";

export function DoctorPage() {
  return (
    <AdminPage
      title="Compatibility"
      description="Try a server that claims to speak the API of OpenAI, Anthropic or Google. Parlance sends live requests, shows what works, and proposes the config entry that the server deserves."
      refusal="Only admins can try servers"
    >
      {(admin) => <DoctorStage ready={admin} />}
    </AdminPage>
  );
}
