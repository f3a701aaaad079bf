import { decodeText, parsePort, type Scheme, type Url } from "@anyurl/core";

/**
 * Returns the decoded fields from which `format` rebuilds this URL: authority, fragment, and parts, if the scheme has
 * these fields.
 */
export function toInit(url: Url, { fields }: Pick<Scheme, "fields">): Record<string, unknown> {
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
