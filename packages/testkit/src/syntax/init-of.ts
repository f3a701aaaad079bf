import { decodeText, parsePort, type Scheme, type Url } from "@anyurl/core";

/**
 * The decoded fields that `format` would take to write this URL again: authority, fragment, and parts, as far as the
 * scheme has such fields.
 */
export function initOf(url: Url, { fields }: Pick<Scheme, "fields">): Record<string, unknown> {
  const decoded = (raw: string | undefined) => (raw === undefined ? undefined : decodeText(raw));
  const init = {
    user: decoded(url.user),
    password: decoded(url.password),
    host: url.host,
    port: parsePort(url.port),
    fragment: decoded(url.fragment),
    ...(typeof url.parts === "object" ? url.parts : {}),
  };
  const isField = (name: string) => fields?.includes(name) ?? true;
  return Object.fromEntries(
    Object.entries(init).filter(([name, value]) => value !== undefined && isField(name)),
  );
}
