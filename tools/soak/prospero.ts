import { encodeText, UNRESERVED } from "@anyurl/core";
import { folder, library, patternDocument, startFtpServer, startProsperoServer } from "@anyurl/servers";
import type { SoakClient } from "./client.ts";
import { documentsIn } from "./documents.ts";
import { attributedOf, listingOf, readingOf } from "./found.ts";
import type { Place, Target } from "./target.ts";

/** Short, so that lost datagrams are sent again before the call times out. */
const options = { retransmitAfter: 100, retransmissions: 4 };

/** Directories and documents over UDP with lost, duplicated, and late datagrams; and links to an FTP server. */
export async function prosperoPlace(client: SoakClient): Promise<Place> {
  const root = folder([...library().entries, ["large.bin", patternDocument(40_000)]]);
  const ftp = await startFtpServer({ root });
  const server = await startProsperoServer({
    root,
    links: { "/by-ftp": `${ftp.origin}/large.bin;type=i` },
  });
  const urlOf = (path: readonly string[]) =>
    `${server.origin}//${path.map((name) => encodeText(name, UNRESERVED)).join("/")}`;
  const asked = (path: readonly string[]) =>
    ({ scheme: "prospero", url: urlOf(path), options, end: "marked" }) as const;
  const targets: Target[] = [];
  for (const path of [[], ["poems"], ["home", "alice"]])
    targets.push(
      await listingOf(client, { ...asked(path), does: "list" }),
      await attributedOf(client, asked(path)),
      await listingOf(client, { ...asked(path), does: "search", words: "*t*" }),
    );
  for (const [path, octets] of documentsIn(root))
    targets.push(await readingOf(client, asked(path), octets), await attributedOf(client, asked(path)));
  targets.push({
    ...(await readingOf(client, asked(["by-ftp"]))),
    scheme: "prospero by ftp",
    end: "unmarked",
  });
  return {
    name: "prospero",
    targets,
    live: () => ftp.live,
    [Symbol.asyncDispose]: async () => void (await Promise.all([server.close(), ftp.close()])),
  };
}
