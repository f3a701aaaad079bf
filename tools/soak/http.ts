import { encodeText, UNRESERVED } from "@anyurl/core";
import { folder, startHttpServer } from "@anyurl/servers";
import type { SoakClient } from "./client.ts";
import { documents, documentsIn, inOnePiece, octetsFrom } from "./documents.ts";
import { attributedOf, readingOf } from "./found.ts";
import type { Shelf } from "./shelf.ts";
import type { Place, Target } from "./target.ts";

/** Documents with and without content codings, redirects, and Digest logins. Every body has a length. */
export async function httpPlace(client: SoakClient): Promise<Place & { readonly shelf: Shelf }> {
  const secrets = folder({ "letter.txt": "an unread body".repeat(200) });
  const root = folder([...documents().entries, ["private", secrets]]);
  const server = await startHttpServer({
    root,
    accounts: { alice: "s3cr:t@/%" },
    login: "digest",
    redirects: {
      "/moved": { status: 302, location: "/again" },
      "/again": { status: 307, location: "large/long.txt" },
    },
  });
  const writable = await startHttpServer({ root: folder({ in: folder({}) }) });
  const asked = (url: string, scheme = "http") => ({ scheme, url, end: "marked" }) as const;
  const targets: Target[] = [];
  for (const [path, octets] of documentsIn(documents())) {
    const url = `${server.origin}/${path.map((name) => encodeText(name, UNRESERVED)).join("/")}`;
    targets.push(await readingOf(client, asked(url), octets), await attributedOf(client, asked(url)));
  }
  targets.push(await readingOf(client, asked(`${server.origin}/moved`, "http redirected")));
  const login = server.origin.replace("//", "//alice:s3cr%3At%40%2F%25@");
  const letter = {
    ...asked(`${login}/private/letter.txt`, "http login"),
    options: { allowUserinfo: true },
  };
  targets.push(await readingOf(client, letter), await attributedOf(client, letter), echoAt(server.origin));
  const servers = [server, writable];
  return {
    name: "http",
    targets,
    shelf: shelfAt(client, `${writable.origin}/in/`),
    live: () => servers.reduce((sum, { live }) => sum + live, 0),
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((each) => each.close()))),
  };
}

/** A POST whose response is not read. */
function echoAt(origin: string): Target {
  return {
    scheme: "http",
    url: `${origin}/echo`,
    end: "marked",
    does: "send",
    prepare: async ({ random }) => {
      const octets = octetsFrom(random.below(250), random.pick([0, 100, 100_000]));
      async function* message(): AsyncGenerator<Uint8Array, void, void> {
        for (let at = 0; at < octets.length; at += 30_000) yield octets.slice(at, at + 30_000);
      }
      return {
        run: async (each, options) => {
          await each.send(`${origin}/echo`, message(), options);
          return "right";
        },
        left: async () => undefined,
      };
    },
  };
}

/** The server rejects a truncated body and keeps the old document. */
function shelfAt(client: SoakClient, base: string): Shelf {
  return {
    scheme: "http",
    base,
    takesBeginnings: false,
    at: async (path) => {
      try {
        return await (await client.get(base + path.join("/"))).bytes();
      } catch (error) {
        if ((error as { readonly code?: unknown }).code === "not-found") return undefined;
        throw error;
      }
    },
    set: async (name, what) => {
      if (what === undefined) await client.remove(base + name).catch(() => {});
      else if (what !== "directory") await client.put(base + name, inOnePiece(what));
    },
  };
}
