import { displayIri, hostDisplay, type Idna, redact, type Url } from "@anyurl/core";

/** URLs and hosts for people: letters in place of their escapes, and U-labels that cannot be mistaken. */
export interface UrlDisplay {
  url(url: Url): string;
  host(host: string): string;
}

/** Creates the display for a URL and those above it. Loads the tables of host names only if the host has A-labels. */
export async function createDisplay({ host = "" }: Pick<Url, "host">): Promise<UrlDisplay> {
  const idna: Partial<Idna> = /(?:^|\.)xn--/i.test(host) ? (await import("@anyurl/idna")).idna : {};
  return {
    url(url) {
      const shown = redact(url.href);
      // What is hidden in the text must not appear in another form of it.
      return shown === url.href ? displayIri(url, idna) : shown;
    },
    host: (name) => hostDisplay(name, idna).unicode,
  };
}
