/** Opens an address as a browser does: with cookies by host, and through redirects. */
export type Visit = { url: string; status: number; text: string };

export class TestBrowser {
  private readonly cookies = new Map<string, Map<string, string>>();

  /** Takes the cookies of a response of that address. */
  take(url: string, response: Response): void {
    const { host } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
  }

  cookieOf(url: string): string {
    const jar = this.cookies.get(new URL(url).host) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** @param until the address at which it stops before it is opened */
  async open(address: string, until = (_url: string) => false): Promise<Visit> {
    let url = address;
    for (let step = 0; step < 20; step++) {
      if (until(url)) return { url, status: 0, text: "" };
      const response = await fetch(url, { redirect: "manual", headers: { cookie: this.cookieOf(url) } });
      this.take(url, response);
      const location = response.headers.get("location");
      if (location === null) return { url, status: response.status, text: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url).href;
    }
    throw new Error(`Too many redirects, at ${url}`);
  }
}
