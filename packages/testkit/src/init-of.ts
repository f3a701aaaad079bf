import { decodeText, portOf, type Url } from "@anyurl/core";

/** The decoded fields that `format` would take to write this URL again: authority, fragment, and parts. */
export function initOf(url: Url): Record<string, unknown> {
  const decoded = (raw: string | undefined) => (raw === undefined ? undefined : decodeText(raw));
  const init = {
    user: decoded(url.user),
    password: decoded(url.password),
    host: url.host,
    port: portOf(url.port),
    fragment: decoded(url.fragment),
    ...(typeof url.parts === "object" ? url.parts : {}),
  };
  return Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));
}
