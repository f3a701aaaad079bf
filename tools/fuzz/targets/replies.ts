import { resolveLimits } from "@anyurl/core";
import { Inbox, type LineProtocol, readReply } from "@anyurl/core/exchange";
import { NNTP } from "../../../packages/protocol-nntp/src/exchange/command.ts";
import { FTP } from "../../../packages/scheme-ftp/src/command.ts";
import { SMTP } from "../../../packages/smtp/src/command.ts";
import { demand, type Target } from "../target.ts";
import { receive, wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({ maxLine: 64, maxReply: 200, maxReplyLines: 8 });

const SEEDS = [
  ...["220 ready\r\n", "250-first\r\n250-second\r\n250 last\r\n", "250\n", "211-a\r\n 250 b\r\n211 c\r\n"],
  ...["421 closing\r\n", "220-\r\n", `220 ${"a".repeat(70)}\r\n`, "229 (|||6446|)\r\n", "220 \r\n220 b\r\n"],
  // One line more than maxReplyLines, one byte more than maxLine, and more bytes than maxReply.
  ...[
    `${"250-\r\n".repeat(8)}250 \r\n`,
    `220 ${"a".repeat(61)}\r\n`,
    `${`250-${"a".repeat(50)}\r\n`.repeat(4)}250 \r\n`,
  ],
];

interface Found {
  readonly result: { readonly code: number; readonly text: string };
}

function repliesTarget(name: string, protocol: LineProtocol): Target {
  return wireTarget(
    name,
    SEEDS,
    (chunks) => {
      const inbox = new Inbox();
      const { result, rest } = receive(readReply({ protocol, limits, inbox }), chunks);
      return { result, rest: [...inbox.take(), ...rest] };
    },
    ({ result: { code, text } }: Found) => {
      demand(code >= 100 && code <= 599, "a reply code is between 100 and 599", code);
      const lines = text.split("\n");
      demand(lines.length <= limits.maxReplyLines, "maxReplyLines bounds a reply", lines.length);
      demand(
        lines.every((line) => line.length <= limits.maxLine),
        "maxLine bounds each line",
        lines,
      );
    },
  );
}

/** Replies of FTP, NNTP and SMTP servers. */
export const repliesTargets: readonly Target[] = [
  repliesTarget("ftp-replies", FTP),
  repliesTarget("nntp-replies", NNTP),
  repliesTarget("smtp-replies", SMTP),
];
