import type { Scheme } from "@anyurl/core";
import { parseTemplate, type TemplateElement, type UrlTemplate } from "@anyurl/core/template";
import fc from "fast-check";
import { type AuthorityFields, anyAuthority, anyText } from "./arbitraries.ts";
import type { Arbitraries } from "./exam.ts";

/**
 * Generates the fields of a scheme from its template.
 *
 * @throws {TypeError} the scheme has no template.
 */
export function templateArbitraries<S extends Scheme>(scheme: S): Arbitraries<S> {
  if (scheme.template === undefined) {
    throw new TypeError(
      `the scheme ${scheme.names[0]} has no template: pass generators of its fields to describeScheme`,
    );
  }
  const template = parseTemplate(scheme.template);
  const parts = anyParts(template.elements).map((given) => ({ ...noParts(template), ...given }));
  return {
    parts: (template.authority === undefined
      ? parts.filter((given) => !beginsWithSlashes(given))
      : parts) as Arbitraries<S>["parts"],
    authority: anyAuthorityOf(template),
  };
}

type Parts = Readonly<Record<string, string | readonly string[] | undefined>>;

function noParts({ fields }: UrlTemplate): Parts {
  return Object.fromEntries(fields.map(({ name }) => [name, undefined]));
}

function anyParts(elements: readonly TemplateElement[]): fc.Arbitrary<Parts> {
  const each = elements.flatMap((element): readonly fc.Arbitrary<Parts>[] => {
    if (element.is === "literal") return [];
    if (element.is === "optional") return [fc.oneof(fc.constant({}), anyParts(element.elements))];
    const { name, kind, nonEmpty } = element;
    if (kind === "list") return [fc.array(anyText(), { minLength: 1 }).map((list) => ({ [name]: list }))];
    const text = nonEmpty ? anyText().filter((given) => given !== "") : anyText();
    return [text.map((given) => ({ [name]: given }))];
  });
  return fc.tuple(...each).map((found) => Object.assign({}, ...found) as Parts);
}

/** Without an authority, a path cannot begin with "//". */
function beginsWithSlashes(parts: Parts): boolean {
  return Object.values(parts).some((list) => Array.isArray(list) && list.length > 1 && list[0] === "");
}

function anyAuthorityOf({ authority }: UrlTemplate): fc.Arbitrary<object> {
  if (authority?.host !== true) return fc.constant({});
  return anyAuthority({ login: authority.user }).map(({ host, port, user, password }: AuthorityFields) => ({
    host,
    ...(authority.port && port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(authority.password && password !== undefined && { password }),
  }));
}
