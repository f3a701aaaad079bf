import { parse, type Reference } from "../../src/index.ts";

/** Every component of a URL or a reference except its parts. */
function viewsOf(of: Reference): Readonly<Record<string, unknown>> {
  const { scheme, authority, userinfo, user, password, host, port, path, urlPath, query, fragment } = of;
  const components = {
    scheme,
    authority,
    userinfo,
    user,
    password,
    host,
    port,
    path,
    urlPath,
    query,
    fragment,
  };
  return { ...components, ...of.offsets, href: of.href };
}

/** Returns the first component of a URL that does not match its text; `undefined` if all match. */
export function misread(url: Reference, read: (text: string) => Reference = parse): string | undefined {
  const [found, expected] = [viewsOf(url), viewsOf(read(url.href))];
  const name = Object.keys(found).find((each) => found[each] !== expected[each]);
  return name && `${name} of ${url.href} is ${String(found[name])}, not ${String(expected[name])}`;
}
