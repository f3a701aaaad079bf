import { parse, type Url, type UrlChange } from "@anyurl/core";
import { dataOf } from "./vector.ts";
import { urls } from "./whatwg.ts";

/** A case of setters_tests.json, which sets an attribute of a mutable URL object. */
export interface SetterCase {
  readonly id: string;
  readonly setter: Setter;
  readonly href: string;
  readonly newValue: string;
  /** The text of the URL object after that. */
  readonly expected: string;
}

type Setter =
  | "protocol"
  | "username"
  | "password"
  | "host"
  | "hostname"
  | "port"
  | "pathname"
  | "search"
  | "hash"
  | "href";

interface Upstream {
  readonly href: string;
  readonly new_value: string;
  readonly expected: { readonly href: string };
}

/** Returns every case of the file, numbered within its setter. */
export function setterCases(): readonly SetterCase[] {
  const data = dataOf<Readonly<Record<string, readonly Upstream[]>>>("wpt-setters_tests");
  return Object.entries(data)
    .filter(([setter]) => setter !== "comment")
    .flatMap(([setter, cases]) =>
      cases.map(({ href, new_value, expected }, i) => ({
        id: `setters-${setter}-${String(i + 1).padStart(2, "0")}`,
        setter: setter as Setter,
        href,
        newValue: new_value,
        expected: expected.href,
      })),
    );
}

/**
 * Returns the result of a case for immutable URLs: a new URL, or the same one if `with` rejects the value, because a
 * setter then ignores it.
 */
export function afterSetting({ setter, href, newValue }: SetterCase): string {
  const url = urls.parse(href);
  try {
    const next = setter === "href" ? parse(newValue) : url.with(changeOf(setter, newValue, url));
    return next.href;
  } catch (error) {
    if ((error as Error).name !== "UrlSyntaxError") throw error;
    return url.href;
  }
}

/** Returns the components that a setter changes. An empty value removes an optional component. */
function changeOf(setter: Exclude<Setter, "href">, value: string, url: Url): UrlChange {
  const given = value === "" ? undefined : value;
  switch (setter) {
    case "protocol":
      return { scheme: value };
    case "username":
      return { user: given ?? (url.password === undefined ? undefined : "") };
    case "password":
      return { user: url.user ?? "", password: given };
    case "host": {
      const [, host, port] = /^(\[.*\]|[^:]*)(?::(.+))?$/s.exec(value) ?? [undefined, value];
      return { host: host!, ...(port !== undefined && { port }) };
    }
    case "hostname":
      return { host: value };
    case "port":
      return { port: given };
    case "pathname":
      return { path: value };
    case "search":
      return { query: given?.replace(/^\?/, "") };
    case "hash":
      return { fragment: given?.replace(/^#/, "") };
  }
}
