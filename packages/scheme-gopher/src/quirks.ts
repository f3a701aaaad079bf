import { AccessError } from "@anyurl/core";
import type { MenuItem } from "./menu/menu-line.ts";

/** Deviations from RFC 1436 that real servers have in menus, and what each means. */
const MEANINGS = {
  "bare-lf": "a line ends with LF only",
  "cr-cr-lf": "a line ends with CR CR LF",
  "no-lastline": 'the final line "." is missing',
  "short-line": "a line has fewer than four fields",
  "further-fields": "an item has extra fields after the port",
  "odd-port": "an item has no valid port",
  "blank-line": "a line is empty",
} as const;

export type MenuQuirk = keyof typeof MEANINGS;

export const MENU_QUIRKS: ReadonlySet<MenuQuirk> = new Set(Object.keys(MEANINGS) as MenuQuirk[]);

/** Checks a menu line by line. A quirk that is not allowed is an error. */
export class QuirkChecker {
  readonly #allowed: ReadonlySet<MenuQuirk>;

  constructor(allowed: ReadonlySet<MenuQuirk>) {
    this.#allowed = allowed;
  }

  /** True if some quirk is not allowed. Most callers allow all, and then the checks are skipped. */
  get strict(): boolean {
    return this.#allowed.size < MENU_QUIRKS.size;
  }

  /**
   * Checks one line, without its LF, but with its CR if it has one.
   *
   * @throws {AccessError} protocol-error.
   */
  checkLine(line: string): void {
    if (!line.endsWith("\r")) this.refuse("bare-lf");
    else if (line.endsWith("\r\r")) this.refuse("cr-cr-lf");
    if (line === "" || line === "\r") this.refuse("blank-line");
  }

  /**
   * Checks the fields of an item. The port of an information line has no meaning. @throws {AccessError} protocol-error.
   */
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

  /** Reports a quirk. @throws {AccessError} protocol-error: the quirk is not allowed. */
  refuse(quirk: MenuQuirk): void {
    if (this.#allowed.has(quirk)) return;
    throw new AccessError("protocol-error", `invalid menu (RFC 1436): ${MEANINGS[quirk]}`, {
      hint: `add "${quirk}" to the gopher option quirks`,
    });
  }
}
