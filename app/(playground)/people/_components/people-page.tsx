"use client";

import { AdminPage } from "#components/shell/admin-page.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PeopleStage } from "./people-stage.tsx";

export function PeoplePage() {
  return (
    <AdminPage
      title="People"
      description="See who signs in through your identity provider, with which role and team. Disabling a person ends their sessions and keys within seconds."
      refusal="Only admins can see people"
      action={<ButtonLink href="/audit">Audit log</ButtonLink>}
    >
      {(admin) => <PeopleStage ready={admin} />}
    </AdminPage>
  );
}
