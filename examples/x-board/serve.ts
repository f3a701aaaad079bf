// A board on this machine, to try a gateway or the command line with: node examples/x-board/serve.ts [port]
import { startBoardServer } from "./test/server.ts";

const note = (author: string, date: string, ...lines: readonly string[]) => ({ author, date, lines });
const { port } = await startBoardServer(
  new Map([
    [
      "/lost/umbrella",
      note("alice", "2001-02-03T04:05:06Z", "Found: one umbrella.", "It is at the ferry office."),
    ],
    ["/lost/cat", note("bob", "2001-02-05T18:30:00Z", "Lost: a gray cat.", "She answers to Tide.")],
    [
      "/for%20sale/bike",
      note("bob", "2001-01-30T09:00:00Z", "A bike, and a basket.", "The bell is missing."),
    ],
  ]),
  Number(process.argv[2] ?? 0),
);
process.stdout.write(`x-board://127.0.0.1:${port}/\n`);
