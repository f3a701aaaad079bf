// A board on this machine, to try the command line with: node examples/x-board/serve.ts
import { startBoardServer } from "./test/server.ts";

const date = "2001-02-03T04:05:06Z";
const { port } = await startBoardServer(
  new Map([
    ["/lost/umbrella", { author: "alice", date, lines: ["Found: one umbrella."] }],
    ["/for%20sale/bike", { author: "bob", date, lines: ["A bike, and a basket."] }],
  ]),
  Number(process.argv[2] ?? 4545),
);
process.stdout.write(`x-board://127.0.0.1:${port}/\n`);
