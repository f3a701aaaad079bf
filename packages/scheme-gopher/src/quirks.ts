import { AccessError } from "@anyurl/core";
import type { MenuItem } from "./menu-line.ts";

/** What real servers do to menus, each with its name. */
export type MenuQuirk =
  /** Lines end with LF alone. */
  | "bare-lf"
  /** Lines end with CR CR LF. */
  | "cr-cr-lf"
  /** The menu ends with the connection, without a line ".". */
  | "no-lastline"
  /** A line has fewer than four fields. */
  | "short-line"
  /** Behind the port stands more than the "+" or "?" of Gopher+. */
  | "further-fields"
  /** The port is blank, 0, too great or a word, as "(NULL)". */
  | "odd-port"
  /** A line with nothing on it. */
  | "blank-line";

export const MENU_QUIRKS: ReadonlySet<MenuQuirk> = new Set<MenuQuirk>([
  "bare-lf",
  "cr-cr-lf",
  "no-lastline",
  "short-line",
  "further-fields",
  "odd-port",
  "blank-line",
]);

/** Which quirks a menu shows, line by line; those that are not allowed are errors. */
export class QuirkGuard {
  readonly #allowed: ReadonlySet<MenuQuirk>;

  constructor(allowed: ReadonlySet<MenuQuirk>) {
    this.#allowed = allowed;
  }

  /** Is there anything to look for? Most callers allow everything, and are not to pay for it. */
  get strict(): boolean {
    return this.#allowed.size < MENU_QUIRKS.size;
  }

  /**
   * One line with its CR, or without one, and without its LF.
   *
   * @throws {AccessError} protocol-error.
   */
  checkLine(line: string): void {
    if (!line.endsWith("\r")) this.refuse("bare-lf");
    else if (line.endsWith("\r\r")) this.refuse("cr-cr-lf");
    if (line === "" || line === "\r") this.refuse("blank-line");
  }

  /** The fields of an item. Information has them for show. @throws {AccessError} protocol-error. */
  checkItem({ gophertype, fields, port, further }: MenuItem): void {
    if (fields < 4) {
      this.refuse("short-line");
      return;
    }
    const isPort = /^[0-9]{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
    if (!isPort && gophertype !== "i") this.refuse("odd-port");
    if (further.length > 1 || (further.length === 1 && !/^[+?]$/.test(further[0]!)))
      this.refuse("further-fields");
  }

  /** @throws {AccessError} protocol-error: the quirk is not allowed. */
  refuse(quirk: MenuQuirk): void {
    if (this.#allowed.has(quirk)) return;
    throw new AccessError("protocol-error", `the menu is not as RFC 1436 has it: ${MEANINGS[quirk]}`, {
      hint: `allow the quirk "${quirk}"`,
    });
  }
}

const MEANINGS: Readonly<Record<MenuQuirk, string>> = {
  "bare-lf": "a line ends with LF alone",
  "cr-cr-lf": "a line ends with CR CR LF",
  "no-lastline": 'no line "." ends it',
  "short-line": "a line has fewer than four fields",
  "further-fields": "something stands behind the port of an item",
  "odd-port": "an item has no port",
  "blank-line": "a line is empty",
};
