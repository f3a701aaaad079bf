import { AccessError, DEFAULT_LIMITS, type Limits, resolveOptions } from "@anyurl/core";
import { Tn3270Exchange } from "../../src/exchange.ts";
import type { Tn3270Options } from "../../src/index.ts";
import { tn3270Options } from "../../src/options.ts";
import { Terminal } from "../../src/terminal.ts";
import type { Block } from "../blocks.ts";
import { bytes, hex, same, TRADITIONAL } from "../world.ts";

/*
 * A host and a terminal, as lines. Input:
 *
 *   S FF FD 28        bytes of the host, in the notation of world.ts, which arrive together
 *   T text, K Enter   typed text, and a key
 *   W 88              a record that the caller sends
 *   ?                 the mode, the device, the logical unit, and the functions
 *   ?v                the rows of the screen, and its status
 *
 * Output: "C" with the bytes that the terminal sends, "mode", "record", "text", "option", "command", and "error".
 */

export type TestSession = Block<{
  readonly options?: Tn3270Options;
  readonly limits?: Partial<Limits>;
  /** A negotiation that comes before the lines. */
  readonly after?: keyof typeof NEGOTIATIONS;
}>;

/** What the host sends to agree to records, and to records with headers and all functions. */
const NEGOTIATIONS = {
  tn3270: TRADITIONAL,
  tn3270e: 'FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" FF F0 FF FA 28 03 04 00 02 04 FF F0',
};

/** Performs the input of a session, and returns its lines as they were. */
export function perform({ given, lines }: TestSession): readonly string[] {
  const options = resolveOptions(tn3270Options, given.options ?? {});
  const exchange = new Tn3270Exchange(options, { ...DEFAULT_LIMITS, ...given.limits });
  const terminal = new Terminal(exchange, options);
  const done: string[] = [];
  /** Adds a line with bytes: as the dialogue has it, if that means the same. */
  const push = (head: string, octets: Uint8Array) => {
    const here = lines[done.length] ?? "";
    const isSame = here.startsWith(head) && same(here.slice(head.length)) === hex(octets);
    done.push(isSame ? here : `${head}${hex(octets)}`.trimEnd());
  };
  const send = (octets: Uint8Array | undefined) => {
    if (octets !== undefined) push("C ", octets);
  };

  const receive = (octets: Uint8Array) => {
    for (const event of exchange.receive(octets)) {
      if (event.is === "answer") send(event.octets);
      else if (event.is === "mode") done.push(`mode ${exchange.mode}`);
      else if (event.is === "text") done.push(`text ${JSON.stringify(event.text)}`);
      else if (event.is === "option")
        done.push(`option ${event.option} ${event.side} ${event.on ? "on" : "off"}`);
      else if (event.is === "command") done.push(`command ${event.command}`);
      else {
        const { header: head } = event;
        const facts = head && `${head.type} ${head.request} ${head.response} ${head.sequence}: `;
        push(`record ${facts ?? ""}`, event.data);
      }
      if (event.is !== "answer") for (const reply of terminal.handle(event)) send(reply);
    }
  };

  const state = () => {
    const { mode, deviceType, lu, functions, isIncomplete } = exchange;
    const agreed = [...functions].join(" ");
    done.push(
      `${mode}, ${deviceType}, ${lu}, functions: ${agreed === "" ? "-" : agreed}${isIncomplete ? ", incomplete" : ""}`,
    );
  };

  const show = () => {
    const { view } = terminal;
    const rows = view.lines.map((runs) =>
      runs
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    );
    while (rows.at(-1) === "") rows.pop();
    done.push(
      `${view.rows} by ${view.columns}, cursor ${view.cursor.row} ${view.cursor.column}, ${view.isLocked ? "locked" : "enabled"}, ${JSON.stringify(view.status)}`,
      ...rows.map((row) => `| ${row}`),
    );
  };

  if (given.after !== undefined) receive(bytes(NEGOTIATIONS[given.after]));
  done.length = 0;
  for (const line of lines) {
    const text = line.slice(2);
    const act: Readonly<Record<string, () => void>> = {
      S: () => receive(bytes(text)),
      T: () => terminal.type(text),
      K: () => send(terminal.press(text)),
      W: () => send(exchange.write(bytes(text))),
      "?": state,
      "?v": show,
    };
    const input = act[line.split(" ", 1)[0]!];
    if (input === undefined) continue;
    done.push(line);
    try {
      input();
    } catch (error) {
      if (!(error instanceof AccessError)) throw error;
      const { code, message, hint } = error;
      done.push(`error ${code}: ${message}${hint === undefined ? "" : `; ${hint}`}`);
    }
  }
  return done;
}
