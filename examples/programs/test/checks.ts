import type { Transport } from "anyurl";
import { readUntil } from "../src/cancel.ts";
import { checkLinks } from "../src/check-links.ts";
import { dedupe } from "../src/dedupe.ts";
import { createDraft, readDraft } from "../src/draft.ts";
import { mirror } from "../src/mirror.ts";
import { overview } from "../src/overview.ts";
import { readPage, readProblem } from "../src/read-page.ts";
import { createSafeClient } from "../src/safe-client.ts";
import { typeOfTransfer } from "../src/type-of-transfer.ts";
import { upload } from "../src/upload.ts";
import type { World } from "./world.ts";

/*
 * One check of each program. They use nothing of Node.js, so that they run in every runtime.
 */

/** What a check needs of the runtime, besides the language. */
export type Need = "sockets" | "files";

export interface Check {
  readonly title: string;
  readonly needs?: Need;
  /** @throws {Error} the program did something else than it should. */
  run(world: World): void | Promise<void>;
}

export const CHECKS: readonly Check[] = [
  {
    title: "mirror an FTP directory to files",
    needs: "files",
    async run({ ftp, directory }) {
      const { copied, skipped } = await mirror(`${ftp}%2F/poems/`, directory);
      equal([copied.sort(), skipped], [["percent.txt", "tide.txt"], {}]);
      // With the password of the URL in each directory, and again: files are replaced.
      const { copied: all, skipped: unsafe } = await mirror(ftp, directory);
      equal([all.sort(), unsafe], [["notes.txt", "where.txt"], {}]);
    },
  },
  {
    title: "check links of several schemes in a text",
    needs: "sockets",
    async run({ ftp, gopher, http, news }) {
      const text = `The poems are at <${ftp}%2Fpoems/tide.txt>, (${gopher}/0/poems/tide.txt), and
        ${http}/poems/tide.txt. Not at ${http}/poems/none.txt! They are discussed in ${news}/local.harbour.`;
      equal(await checkLinks(text), {
        [`${ftp}%2Fpoems/tide.txt`]: "file",
        [`${gopher}/0/poems/tide.txt`]: "file",
        [`${http}/poems/tide.txt`]: "file",
        [`${http}/poems/none.txt`]: "not-found",
        [`${news}/local.harbour`]: "directory",
      });
    },
  },
  {
    title: "fetch a Gopher menu as a page",
    needs: "sockets",
    async run({ gopher }) {
      const { type, html, json } = await readPage(`${gopher}/1/poems`);
      equal(type?.replace(/;.*/, ""), "text/html");
      isTrue(
        html.includes("tide.txt") && JSON.stringify(json).includes("tide.txt"),
        "the menu has no tide.txt",
      );
      const { ok, status, type: problemType, title } = await readProblem(`${gopher}/0/none.txt`);
      equal([ok, status, problemType, title], [false, 404, "application/problem+json", "not-found"]);
    },
  },
  {
    title: "read and write a mailto: link",
    run() {
      const link = "mailto:joe@h.example?Subject=caf%C3%A9&body=x";
      equal(readDraft(link), { to: ["joe@h.example"], subject: "café" });
      equal(createDraft("joe@h.example", "a & b?"), "mailto:joe@h.example?subject=a%20%26%20b%3F");
    },
  },
  {
    title: "list a newsgroup",
    needs: "sockets",
    async run({ news }) {
      const articles = await overview(`${news}/local.harbour`);
      isTrue(articles.length > 1, "the newsgroup is empty");
      for (const { subject, from, date, url } of articles)
        isTrue(
          subject !== "" && from !== undefined && date instanceof Date && url !== undefined,
          `${subject} has gaps`,
        );
    },
  },
  {
    title: "upload with resume",
    needs: "sockets",
    async run({ ftp }) {
      const url = `${ftp}upload-${Math.random()}.bin`;
      const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
      // As if the first attempt had ended after a third.
      equal(await upload(url, bytes.subarray(0, 100_000)), 100_000);
      equal(await upload(url, bytes), 200_000);
      equal(await upload(url, bytes), 0);
      const response = await (await import("anyurl")).get(url);
      const stored = await response.bytes();
      equal([stored.length, stored.findIndex((octet, i) => octet !== bytes[i])], [bytes.length, -1]);
    },
  },
  {
    title: "normalize and deduplicate 100,000 URLs",
    run() {
      const texts = Array.from({ length: 100_000 }, (_, i) => {
        const n = Math.floor(i / 4);
        return [`http://H.example/${n}`, `HTTP://h.example:80/${n}`, `ftp://h.example/%7E${n}`, "not a URL"][
          i % 4
        ]!;
      });
      const unique = dedupe(texts);
      equal(
        [unique.length, unique.slice(0, 3)],
        [50_000, ["http://H.example/0", "ftp://h.example/%7E0", "http://H.example/1"]],
      );
    },
  },
  {
    title: "read the typed parts of any URL",
    run() {
      const urls = [
        "ftp://h/a;type=a",
        "ftp://h/a",
        "gopher://h/9a",
        "mailto:a@b.example,c@d.example",
        "news:comp.infosystems",
      ];
      equal(urls.map(typeOfTransfer), [
        ...["a text", "bytes", "an item of the type 9", "a message to a@b.example, c@d.example", "unknown"],
      ]);
    },
  },
  {
    title: "open URLs of unknown origin safely",
    async run() {
      const dialed: string[] = [];
      const transport: Transport = {
        // A name of an attacker: public, and then on this machine.
        resolve: async (name) => (name === "h.example" ? ["93.184.215.14"] : ["127.0.0.1"]),
        async connect({ address, port }) {
          dialed.push(`${address}:${port}`);
          return createAnswer("safe");
        },
      };
      const { get } = createSafeClient(transport);
      equal(await (await get("gopher://h.example/0/a.txt")).text(), "safe");
      const hostile = [
        "rebind.example",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "169.254.169.254",
        "localhost",
        "127.1",
      ];
      for (const host of hostile) {
        const outcome = await get(`gopher://${host}/0/a.txt` as string).then(
          () => "opened",
          (error: { readonly code?: string }) => error.code,
        );
        isTrue(/^(?:host-blocked|bad-host)$/.test(String(outcome)), `${host}: ${outcome}`);
      }
      equal(dialed, ["93.184.215.14:70"]);
    },
  },
  {
    title: "cancel a transfer",
    needs: "sockets",
    async run({ gopher }) {
      const controller = new AbortController();
      const { bytes, end } = await readUntil(`${gopher}/9/large.bin`, controller.signal, () =>
        controller.abort(),
      );
      isTrue(end === "aborted" && bytes > 0 && bytes < 64 * 1024 * 1024, `${end} after ${bytes} bytes`);
    },
  },
];

/** A connection whose peer sends a text and closes. */
function createAnswer(text: string): Awaited<ReturnType<Transport["connect"]>> {
  const chunks = [new TextEncoder().encode(text)];
  return {
    remote: { address: "93.184.215.14", port: 70 },
    send: async () => {},
    receive: async () => chunks.shift(),
    close() {},
  };
}

function equal(got: unknown, wanted: unknown): void {
  const [one, two] = [JSON.stringify(got), JSON.stringify(wanted)];
  isTrue(one === two, `expected ${two}, but got ${one}`);
}

function isTrue(fact: boolean, message: string): void {
  if (!fact) throw new Error(message);
}
