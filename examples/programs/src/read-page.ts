import { fetch } from "anyurl";

/** Reads a menu of Gopher as a web page, and as data. */
export async function readPage(url: string) {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  const data = await fetch(url, { headers: { accept: "application/json" } });
  return {
    type: page.headers.get("content-type"),
    html: await page.text(),
    json: (await data.json()) as unknown,
  };
}

/** Returns the problem document (RFC 9457) that a failed request has. */
export async function readProblem(url: string) {
  const response = await fetch(url);
  const { title } = (await response.json()) as { readonly title: string };
  return { ok: response.ok, status: response.status, type: response.headers.get("content-type"), title };
}
