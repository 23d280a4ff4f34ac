"use client";

import { AdminPage } from "#components/shell/admin-page.tsx";
import { RoutesStage } from "./routes-stage.tsx";

export function RoutesPage() {
  return (
    <AdminPage
      title="Routes"
      description="A route is one model name that stands for several models. When one fails before its first content, the next one responds. Edit routes in the config file: saved changes apply within seconds, without a restart."
      refusal="Only admins can see routes"
    >
      {/* Requested before it is known who is signed in: a phone's network takes 300 ms to tell. */}
      {(admin) => <RoutesStage admin={admin} />}
    </AdminPage>
  );
}
