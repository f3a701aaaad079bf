import { startNntpServer } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import type { SoakClient } from "./client.ts";
import { inOnePiece } from "./documents.ts";
import { attributedOf, listingOf, readingOf } from "./found.ts";
import type { Place, Target, Task } from "./target.ts";

/**
 * Newsgroups and articles with nntp: and news:, also over TLS, and a server for posting. A text ends with a line that
 * has only a dot.
 */
export async function newsPlace(client: SoakClient): Promise<Place> {
  const server = await startNntpServer();
  const secure = await startNntpServer({ tls: { ...SELF_SIGNED, implicit: true } });
  const posted = await startNntpServer({ newsgroups: { "soak.test": {} } });
  const servers = [server, secure, posted];
  const options = { servers: `${server.host}:${server.port}` };
  const byNntp = (url: string) => ({ scheme: "nntp", url, end: "marked" }) as const;
  const byNews = (url: string) => ({ scheme: "news", url, options, end: "marked" }) as const;
  const targets: Target[] = [];
  for (const group of ["local.harbour", "local.lines", "local.gap", "local.empty"]) {
    const url = `${server.origin}/${group}`;
    targets.push(
      await listingOf(client, { ...byNntp(url), does: "list" }),
      await listingOf(client, { ...byNews(`news:${group}`), does: "list" }),
      await attributedOf(client, byNntp(url)),
      await attributedOf(client, byNews(`news:${group}`)),
    );
    for await (const { url: article } of client.list(url))
      targets.push(
        await readingOf(client, byNntp(article!)),
        await attributedOf(client, byNntp(article!)),
        await readingOf(client, {
          ...byNntp(article!.replace(server.origin, secure.origin)),
          scheme: "nntps",
        }),
      );
  }
  targets.push(
    await listingOf(client, { ...byNntp(`${secure.origin}/local.lines`), scheme: "nntps", does: "list" }),
    await listingOf(client, { ...byNntp(`${server.origin}/local.harbour`), does: "search", words: "light" }),
    await listingOf(client, { ...byNews("news:*"), does: "list" }),
    await attributedOf(client, byNews("news:*")),
  );
  for (const id of ["light", "two$1%252", "dots", "long", "empty-lines"])
    targets.push(
      await readingOf(client, byNews(`news:${id}@harbour.example`)),
      await attributedOf(client, byNews(`news:${id}@harbour.example`)),
    );
  targets.push(
    posting(client, "nntp", posted, { confirmed: true }),
    posting(client, "news", posted, { confirmed: true, servers: `${posted.host}:${posted.port}` }),
  );
  return {
    name: "news",
    targets,
    live: () => servers.reduce((sum, { live }) => sum + live, 0),
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((each) => each.close()))),
  };
}

interface Posted {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
}

/** A posted article must be stored complete and once, or not at all if the call failed. */
function posting(client: SoakClient, scheme: string, at: Posted, options: Target["options"]): Target {
  const url = scheme === "nntp" ? `${at.origin}/soak.test` : "news:soak.test";
  const servers = { servers: `${at.host}:${at.port}` };
  return {
    scheme,
    url,
    ...(options && { options }),
    end: "marked",
    does: "send",
    prepare: async ({ name, random }: Task) => {
      const id = `${name}@soak.example`;
      const body = random.pick([
        "short\r\n",
        ".\r\n..\r\n...three\r\n",
        `${"a longer line\r\n.\r\n".repeat(3_000)}`,
      ]);
      const article = Buffer.from(
        `From: A <a@soak.example>\r\nSubject: ${name}\r\nMessage-ID: <${id}>\r\n\r\n${body}`,
      );
      return {
        run: async (each, call) => {
          await each.send(url, inOnePiece(article), call);
          return "right";
        },
        left: async (how) => {
          const found = await client.get(`news:${id}`, { options: servers }).then(
            (it) => it.text(),
            (error: unknown) =>
              (error as { code?: unknown }).code === "not-found" ? undefined : String(error),
          );
          if (found === undefined) return how === "done" ? "the article is missing" : undefined;
          return found.endsWith(`\r\n\r\n${body}`)
            ? undefined
            : `the stored article is wrong: ${found.slice(0, 300)}`;
        },
      };
    },
  };
}
