import type { Metadata } from "next";
import { BaseUrls } from "./_components/base-urls.tsx";
import { Entrances } from "./_components/entrances.tsx";
import { GatewayEntrances } from "./_components/gateway-entrances.tsx";
import { HomeShell } from "./_components/home-shell.tsx";
import { WRITE_ORIGIN_SCRIPT } from "./_components/origin-placeholder.ts";
import { SdkCode } from "./_components/sdk-code.tsx";
import { UpstreamBoard } from "./_components/upstream-board.tsx";

export const metadata: Metadata = { title: { absolute: "Parlance" } };

/** Home page: the base URL for each SDK, the upstreams, and links to every page, on one screen. */
export default function Home() {
  return (
    <HomeShell>
      <div className="home-glow flex min-h-full flex-col justify-center">
        <div className="mx-auto flex w-full max-w-[78rem] flex-col gap-8 px-4 pt-8 pb-8 sm:px-8 xl:gap-6 xl:pt-7 xl:pb-6 min-[1920px]:max-w-[88rem]">
          <section className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
            <div className="flex min-w-0 flex-col">
              <h1 className="text-balance font-medium text-[34px] leading-[1.1] tracking-[-0.03em] sm:text-[42px] xl:text-[40px]">
                Every model, from any SDK, at one address
              </h1>
              <p className="mt-4 max-w-[34rem] text-[15px] text-muted-foreground leading-6">
                Parlance takes the requests of OpenAI’s, Anthropic’s and Google’s clients and brings each to any
                upstream. Where both speak the same convention the bytes pass as they are; elsewhere they are
                translated, streams, tools and reasoning included, and what had to stay behind is named.
              </p>
              <BaseUrls />
            </div>
            <SdkCode />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; must run before the first paint. */}
            <script dangerouslySetInnerHTML={{ __html: WRITE_ORIGIN_SCRIPT }} />
          </section>
          <UpstreamBoard />
          <Entrances />
          <GatewayEntrances />
        </div>
      </div>
    </HomeShell>
  );
}
