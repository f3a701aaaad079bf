/** Debian's Chromium. The tests download no browser. */
export const CHROMIUM: string = process.env["ANYURL_CHROMIUM"] ?? "/usr/bin/chromium";

/** Without a sandbox, because root may run the tests, and without Chromium's own network requests. */
export const ARGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
