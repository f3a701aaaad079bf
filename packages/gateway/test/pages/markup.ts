/** Elements that have no end tag. */
const VOID: ReadonlySet<string> = new Set(["meta", "link", "input"]);

/** Returns the errors in the tags of a page: unclosed tags, and duplicate ids. */
export function faultsOf(page: string): readonly string[] {
  const open: string[] = [];
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const [, end, name = "", attributes = ""] of page.matchAll(
    /<(\/?)([a-z0-9]+)((?:[^<>"]|"[^"]*")*)>/g,
  )) {
    if (end === "/") {
      const last = open.pop();
      if (last !== name) faults.push(`</${name}> closes <${last}>`);
    } else if (!VOID.has(name)) open.push(name);
    const id = / id="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && ids.has(id)) faults.push(`duplicate id ${id}`);
    if (id !== undefined) ids.add(id);
    if (/ style=| on[a-z]+=/.test(attributes))
      faults.push(`<${name}${attributes}> has an inline style or script`);
  }
  if (/<script(?! type="module" src="\/_\/assets\/[^"]*"><\/script>)|<style/.test(page))
    faults.push("inline script or style");
  if ((page.match(/<h1[ >]/g) ?? []).length !== 1) faults.push("not one h1");
  return [...faults, ...open.map((name) => `<${name}> is not closed`)];
}

/** Returns the text of a range of a page, as in a browser. */
export function unescaped(markup: string): string {
  return markup
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#13;", "\r")
    .replaceAll("&amp;", "&");
}

export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await piecesOf(pieces)).join("");
}

export async function piecesOf(pieces: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
