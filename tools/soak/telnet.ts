import type { CallOptions } from "@anyurl/client";
import type { Session } from "@anyurl/core";
import { startTelnetServer, type TelnetFeature } from "@anyurl/servers";
import type { SoakClient } from "./client.ts";
import { type Place, type Target, Wrong } from "./target.ts";

const LINES = ["help", "list", "list poems", "show poems/tide.txt", "screen", "nonsense", "quit"];
const PROMPT = "> ";

/** Sessions with servers that negotiate all options or none. The end of the connection is the end of the session. */
export async function telnetPlace(client: SoakClient): Promise<Place> {
  const servers = [await startTelnetServer(), await startTelnetServer({ features: [] as TelnetFeature[] })];
  const targets: Target[] = [];
  for (const [i, { origin }] of servers.entries())
    targets.push(await conversation(client, origin, i === 0 ? "telnet" : "telnet plain"));
  return {
    name: "telnet",
    targets,
    live: () => servers.reduce((sum, { live }) => sum + live, 0),
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((each) => each.close()))),
  };
}

async function conversation(client: SoakClient, origin: string, scheme: string): Promise<Target> {
  const options = { terminalType: "xterm", size: { columns: 80, rows: 24 } };
  const url = `${origin}/`;
  const right = await talk(client, url, { options }, LINES, Number.POSITIVE_INFINITY);
  return {
    scheme,
    url,
    options,
    end: "unmarked",
    does: "open",
    prepare: async ({ random }) => {
      const leave = random.below(4) === 0 ? random.below(LINES.length) : Number.POSITIVE_INFINITY;
      return {
        run: async (each, call, deeds) => {
          // A session has no timeout unless its caller sets one.
          const heard = await talk(each, url, { ...call, limits: { idleTimeout: 2_000 } }, LINES, leave);
          if (!right.startsWith(heard))
            throw new Wrong(`unexpected output: ${JSON.stringify(heard.slice(-200))}`);
          if (leave < LINES.length) return "left";
          if (heard.length === right.length) return "right";
          if (!deeds().cut) throw new Wrong(`the session ended after ${heard.length} characters`);
          return "beginning";
        },
        left: async () => undefined,
      };
    },
  };
}

/**
 * Returns the output of a session in which each line is typed at a prompt. The session is closed after this number of
 * lines.
 */
async function talk(
  client: SoakClient,
  url: string,
  options: CallOptions,
  lines: readonly string[],
  leave: number,
): Promise<string> {
  await using session = (await client.open(url, options)) as Session;
  let heard = "";
  let typed = 0;
  for await (const octets of session.readable) {
    heard += Buffer.from(octets).toString("latin1");
    if (!heard.endsWith(PROMPT) || typed >= lines.length) continue;
    if (typed >= leave) break;
    await session.write(Buffer.from(`${lines[typed++]}\r\n`));
  }
  return heard;
}
