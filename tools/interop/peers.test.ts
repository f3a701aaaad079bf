import { connect } from "node:net";
import { expect, it } from "vitest";
import { curl } from "./curl.ts";
import { describePeer } from "./describe-peer.ts";
import { FTP_DOCUMENTS, seedFtp, seedGopher } from "./seeds.ts";

/** The replies of each server on a bare socket. If this fails, the server does not run. */
const DIALOGUES: readonly {
  readonly name: string;
  readonly seed: (root: string) => void;
  readonly say: string;
  readonly hear: RegExp;
  readonly url: (port: number) => string;
  readonly content: string;
}[] = [
  {
    name: "vsftpd",
    seed: seedFtp,
    say: "USER anonymous\r\nPASS x\r\nPWD\r\nQUIT\r\n",
    hear: /^220 .*\r\n331 .*\r\n230 .*\r\n257 "\/".*\r\n221 .*\r\n$/,
    url: (port) => `ftp://127.0.0.1:${port}/pub/lf.txt`,
    content: String(FTP_DOCUMENTS.get("pub/lf.txt")),
  },
  {
    name: "gophernicus",
    seed: seedGopher,
    say: "/text.txt\r\n",
    hear: /^line one\r\nline two\r\n$/,
    url: (port) => `gopher://127.0.0.1:${port}/0/text.txt`,
    content: "line one\r\nline two\r\n",
  },
];

for (const { name, seed, say, hear, url, content } of DIALOGUES) {
  describePeer({ name, seed, title: `${name} itself` }, (peer) => {
    it("replies on a bare socket", async () => {
      expect(await dialogue(peer.port, say)).toMatch(hear);
    });

    it("serves curl", async () => {
      expect(Buffer.from(await curl(url(peer.port))).toString()).toBe(content);
    });

    it("closes its port when it is stopped", async () => {
      await peer.stop();
      await expect(dialogue(peer.port, say)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    });
  });
}

/** Sends everything at once, and reads to the end of the connection. */
function dialogue(port: number, say: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      heard += text;
    });
    socket.once("error", reject).once("close", () => resolve(heard));
    socket.write(say);
  });
}
