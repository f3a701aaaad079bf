import type { Registry } from "./registry-types.ts";
import type { Shorthand } from "./scheme.ts";

/** Lists the shorthands that the schemes of a registry declare, in its order. */
function listShorthands(urls: Registry): readonly Shorthand[] {
  const schemes = new Set(urls.names().map((name) => urls.scheme(name)));
  return [...schemes].flatMap((scheme) => scheme?.shorthands ?? []);
}

/** Returns the name of the scheme of a text without one; `undefined` if no scheme declares the form. */
export function findShorthand(urls: Registry, form: "mailbox" | "path"): string | undefined {
  return listShorthands(urls).find((each) => each.form === form)?.name;
}

/**
 * Returns the name of the scheme of a bare host: of the scheme that declares the host, else the one whose default port
 * it has, else the default.
 */
export function findHostScheme(
  urls: Registry,
  host: string,
  port: number | undefined,
  defaultScheme?: string,
): string | undefined {
  const forms = listShorthands(urls).filter(({ form }) => form === "host");
  const declared = findDeclaredHost(forms, host);
  if (declared !== undefined) return declared.name;
  const name = defaultScheme ?? forms.find(({ hosts }) => hosts === undefined)?.name;
  if (name === undefined || port === undefined) return name;
  // First the other names of the same scheme: port 80 is http, although the default is https.
  const names = [...(urls.scheme(name)?.names ?? []), ...urls.names()];
  return names.find((each) => urls.scheme(each)?.defaultPort(each) === port) ?? name;
}

/** Does a scheme declare this host by its name, so that it needs no top-level domain? */
export function isDeclaredHost(urls: Registry, host: string): boolean {
  const { hosts = [] } = findDeclaredHost(listShorthands(urls), host) ?? {};
  return hosts.includes(host);
}

function findDeclaredHost(forms: readonly Shorthand[], host: string): Shorthand | undefined {
  return forms.find(({ hosts }) =>
    hosts?.some((each) => (each.endsWith(".") ? host.startsWith(each) : host === each)),
  );
}

/**
 * Lists the texts at which running text can have a URL without a scheme: "www." and the declared beginnings of host
 * names, and "@" if a scheme declares mailboxes.
 */
export function listGuesses(urls: Registry): readonly string[] {
  const all = listShorthands(urls);
  const hosts = all.filter(({ form }) => form === "host");
  return [
    ...(hosts.some((each) => each.hosts === undefined) ? ["www."] : []),
    ...hosts.flatMap((each) => each.hosts ?? []).filter((host) => host.endsWith(".")),
    ...(all.some(({ form }) => form === "mailbox") ? ["@"] : []),
  ];
}
