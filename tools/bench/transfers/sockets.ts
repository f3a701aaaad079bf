/**
 * Programs that get files with `node:net` and nothing else: no option, limit, timeout, check, or error message. What they
 * take is the cost of Node.js itself.
 */
import { connect, type Socket } from "node:net";

/** Returns a function that gets the file of this URL, and returns its number of bytes. */
export async function openSockets(url: string): Promise<() => Promise<number>> {
  const { protocol, port, pathname } = new URL(url);
  const dial = (to: string) => connect({ host: "127.0.0.1", port: Number(to), autoSelectFamily: false });
  if (protocol === "ftp:") return retrieve(dial(port), pathname, dial);
  const line = `${pathname.slice("/0".length)}\r\n`;
  return () => {
    const socket = dial(port);
    socket.write(line);
    return sizeOf(socket);
  };
}

async function retrieve(
  control: Socket,
  path: string,
  dial: (port: string) => Socket,
): Promise<() => Promise<number>> {
  const replies = repliesOn(control.setNoDelay());
  const next = async () => (await replies.next()).value ?? "";
  await next();
  for (const command of ["USER anonymous", "PASS anonymous@", "TYPE I"]) {
    control.write(`${command}\r\n`);
    await next();
  }
  return async () => {
    control.write(`EPSV\r\nRETR ${path}\r\n`);
    const [, port = ""] = /\|(\d+)\|/.exec(await next()) ?? [];
    const size = sizeOf(dial(port));
    await next();
    await next();
    return size;
  };
}

async function* repliesOn(control: Socket): AsyncGenerator<string, void, void> {
  let text = "";
  for await (const chunk of control) {
    const lines = (text + chunk).split("\r\n");
    text = lines.pop()!;
    yield* lines.filter((line) => /^\d{3} /.test(line));
  }
}

function sizeOf(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let size = 0;
    socket.on("data", (chunk: Buffer) => {
      size += chunk.length;
    });
    socket.on("end", () => resolve(size)).on("error", reject);
  });
}
