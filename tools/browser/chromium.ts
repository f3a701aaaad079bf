/** Chromium as Debian packages it: nothing here downloads a browser. */
export const CHROMIUM: string = process.env["ANYURL_CHROMIUM"] ?? "/usr/bin/chromium";

/** No sandbox, for the run may be root's; and nothing that Chromium would ask the network for by itself. */
export const ARGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
