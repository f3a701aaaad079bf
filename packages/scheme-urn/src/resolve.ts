import { AccessError, isAccessError } from "@anyurl/core";
import type { ResolveRequest, UrnResolver, UrnSettings } from "./options.ts";
import type { UrnUrl } from "./syntax.ts";
import { expandTemplate, readTemplate } from "./template.ts";

/**
 * Returns the resolver of a URN's namespace.
 *
 * @throws {AccessError} unsupported: the options have no resolver for it.
 */
export function findResolver({ parts: { nid } }: UrnUrl, { resolvers }: UrnSettings): string | UrnResolver {
  const name = [nid, "*"].find((each) => Object.hasOwn(resolvers, each));
  if (name !== undefined) return resolvers[name]!;
  throw new AccessError("unsupported", `cannot open a URN of the namespace ${nid}: no resolver`, {
    hint: `set the urn option resolvers, for example to { ${nid}: "https://resolver.example/{urn}" }`,
  });
}

/**
 * Returns the URL of a template for a URN. The q-component becomes its query (RFC 8141 §2.3.2), and the f-component its
 * fragment (§2.3.3).
 *
 * @throws {AccessError} redirect-refused: the name has dot segments; unsupported: the URL has a query already.
 */
export function expandForUrn(url: UrnUrl, template: string): string {
  const { nid, nss, rComponent, qComponent } = url.parts;
  const values = { urn: `urn:${nid}:${nss}`, nid, nss, r: rComponent };
  const target = expandTemplate(readTemplate(template)!, values);
  if (target === undefined) {
    throw new AccessError(
      "redirect-refused",
      "the name has dot segments, which would change the path of the resolver",
      {
        hint: "use {nss} instead of {+nss} in the template",
      },
    );
  }
  if (qComponent !== undefined && /[?#]/.test(target)) {
    throw new AccessError(
      "unsupported",
      "the q-component cannot be added: the template has a query or a fragment",
      {
        hint: "use a resolver function, or a template without a query",
      },
    );
  }
  const whole = qComponent === undefined ? target : `${target}?${qComponent}`;
  return url.fragment === undefined || whole.includes("#") ? whole : `${whole}#${url.fragment}`;
}

/** Asks a resolver function. @throws {AccessError} not-found: it knows no URL; plugin-fault; its own AccessError. */
export async function askResolver(url: UrnUrl, resolver: UrnResolver): Promise<string> {
  const { parts } = url;
  const request: ResolveRequest = {
    ...parts,
    urn: `urn:${parts.nid}:${parts.nss}`,
    fComponent: url.fragment,
  };
  let target: unknown;
  try {
    target = await resolver(request);
  } catch (cause) {
    if (isAccessError(cause)) throw cause;
    throw new AccessError("plugin-fault", "the resolver of the URN failed", { cause });
  }
  if (target === undefined) throw new AccessError("not-found", "the resolver knows no URL for the URN");
  if (typeof target === "string") return target;
  throw new AccessError("plugin-fault", "the resolver of the URN did not return a URL");
}
