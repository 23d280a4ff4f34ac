"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { useCatalogue } from "../use-catalogue.ts";
import { PlainPage } from "./plain-page.tsx";

const AdminNeeded = dynamic(() => import("./admin-needed.tsx").then((module) => module.AdminNeeded));

/** Page for admins: its title and contents, or what others read in its place. */
export function AdminPage({
  title,
  description,
  refusal,
  action,
  children,
}: {
  title: string;
  description: string;
  /** Title that people without the admin scope see. */
  refusal: string;
  /** Shown to admins at the right of the title. */
  action?: ReactNode;
  /** @param admin whether the page knows that an admin is signed in; false at first */
  children: (admin: boolean) => ReactNode;
}) {
  const { session } = useCatalogue();
  const admin = isAdmin(session);
  return (
    <PlainPage title={title} description={description} action={admin && action}>
      {session && !admin ? <AdminNeeded title={refusal} session={session} /> : children(admin)}
    </PlainPage>
  );
}
