import { parse, type Reference } from "../src/index.ts";

/** Every view of a URL or a reference but its parts. */
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

/** The first view of a URL that is not the one of its text; `undefined` when all are. */
export function misread(url: Reference, read: (text: string) => Reference = parse): string | undefined {
  const [found, expected] = [viewsOf(url), viewsOf(read(url.href))];
  const name = Object.keys(found).find((each) => found[each] !== expected[each]);
  return name && `${name} of ${url.href} is ${String(found[name])}, not ${String(expected[name])}`;
}
