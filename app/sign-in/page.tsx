import type { Metadata } from "next";
import { SignIn } from "./_components/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default function Page() {
  return <SignIn />;
}
