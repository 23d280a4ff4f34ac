import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { BaseUrls } from "./_components/base-urls.tsx";
import { Entrances } from "./_components/entrances.tsx";
import { GetStarted } from "./_components/get-started.tsx";
import { HomeShell } from "./_components/home-shell.tsx";
import { WRITE_ORIGIN_SCRIPT } from "./_components/origin-placeholder.ts";
import { ProviderBoard } from "./_components/provider-board.tsx";
import { SdkCode } from "./_components/sdk-code.tsx";
import { TraceChart } from "./_components/trace-chart.tsx";

export const metadata: Metadata = { title: { absolute: "Parlance" } };

/** Home page: what Parlance does, the three steps to begin, the base URLs with code, and the playground. */
export default function Home() {
  return (
    <HomeShell>
      <div className="home-glow min-h-full">
        <div className="mx-auto flex w-full max-w-[72rem] flex-col gap-10 px-4 pt-8 pb-12 sm:px-8 lg:pt-12 min-[1920px]:max-w-[88rem]">
          <section className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
            <div className="min-w-0">
              <h1 className="text-balance font-semibold text-[34px] leading-[1.1] tracking-[-0.03em] sm:text-[42px]">
                Every model, from any SDK
              </h1>
              <p className="mt-4 max-w-[32rem] text-base text-muted-foreground leading-6">
                Call any model with the OpenAI, Anthropic or Google SDK, through one address, and see every event of
                every response.
              </p>
              <div className="mt-6 flex flex-wrap gap-2.5">
                <ButtonLink href="/chat" variant="primary" className="h-10 px-4">
                  Open the playground
                </ButtonLink>
                <ButtonLink href="/keys?create" className="h-10 px-4">
                  Create an API key
                </ButtonLink>
                <ButtonLink href="/tour" variant="ghost" className="h-10 px-4">
                  Guided tour
                </ButtonLink>
              </div>
            </div>
            <TraceChart />
          </section>
          <GetStarted />
          <section className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
            <div className="min-w-0">
              <BaseUrls />
              <ProviderBoard />
            </div>
            <SdkCode />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; must run before the first paint. */}
            <script dangerouslySetInnerHTML={{ __html: WRITE_ORIGIN_SCRIPT }} />
          </section>
          <Entrances />
        </div>
      </div>
    </HomeShell>
  );
}
