import {
  HIDDEN_INPUT,
  INPUT,
  NUMBER,
  type ScreenField,
  type ScreenInput,
  TEXT,
  TITLE,
} from "./data-stream.ts";

const CLEAR = 0x6d;
const PF3 = 0xf3;

/** What the application does after a key: shows a screen, or ends. */
export type Shown = { readonly fields: readonly ScreenField[] } | { readonly end: true };

/** The application of the server: a menu, and a form for a library card. */
export class Application {
  #screen: "menu" | "form" = "menu";

  start(): Shown {
    return { fields: menu("") };
  }

  handle({ aid, values }: ScreenInput): Shown {
    if (aid === CLEAR) return { fields: this.#screen === "menu" ? menu("") : form("", new Map()) };
    if (this.#screen === "form") return this.#handleForm(aid, values);
    if (aid === PF3) return { end: true };
    const option = values.get("option")?.trim();
    if (option === "1") {
      this.#screen = "form";
      return { fields: form("", new Map()) };
    }
    if (option === "2") return { fields: menu("The library is open from 9 to 17.") };
    return { fields: menu(option === undefined || option === "" ? "Type an option." : "No such option.") };
  }

  #handleForm(aid: number, values: ReadonlyMap<string, string>): Shown {
    if (aid === PF3) {
      this.#screen = "menu";
      return { fields: menu("") };
    }
    const name = values.get("name")?.trim() ?? "";
    const year = values.get("year")?.trim() ?? "";
    if (name === "") return { fields: form("Type a name.", values) };
    if (!/^(?:19|20)[0-9]{2}$/.test(year)) return { fields: form("Type a year of four digits.", values) };
    if ((values.get("pin") ?? "").length < 4)
      return { fields: form("Choose a PIN of four characters.", values) };
    this.#screen = "menu";
    return { fields: menu(`A card for ${name}, born in ${year}, is on its way.`) };
  }
}

function menu(message: string): readonly ScreenField[] {
  return [
    { row: 0, column: 30, attribute: TITLE, text: "THE SMALL LIBRARY" },
    { row: 3, column: 4, attribute: TEXT, text: "1  Request a card" },
    { row: 4, column: 4, attribute: TEXT, text: "2  Hours" },
    { row: 7, column: 4, attribute: TEXT, text: "Option ===>" },
    { row: 7, column: 16, attribute: INPUT, name: "option", length: 2, hasCursor: true },
    { row: 21, column: 4, attribute: TITLE, text: message },
    { row: 23, column: 4, attribute: TEXT, text: "Enter: continue   PF3: leave" },
  ];
}

function form(message: string, values: ReadonlyMap<string, string>): readonly ScreenField[] {
  const typed = (name: string) => (values.get(name) ?? "").slice(0, 20);
  return [
    { row: 0, column: 30, attribute: TITLE, text: "REQUEST A CARD" },
    { row: 3, column: 4, attribute: TEXT, text: "Name . . . . ." },
    // Modified already, so that what was typed before is sent again.
    {
      ...{ row: 3, column: 20, attribute: INPUT | modified(values), name: "name", length: 20 },
      ...{ text: typed("name"), hasCursor: true },
    },
    { row: 5, column: 4, attribute: TEXT, text: "Year of birth" },
    {
      ...{ row: 5, column: 20, attribute: NUMBER | modified(values), name: "year", length: 4 },
      text: typed("year").slice(0, 4),
    },
    { row: 7, column: 4, attribute: TEXT, text: "PIN  . . . . ." },
    { row: 7, column: 20, attribute: HIDDEN_INPUT, name: "pin", length: 8 },
    { row: 21, column: 4, attribute: TITLE, text: message },
    { row: 23, column: 4, attribute: TEXT, text: "Enter: send   PF3: back" },
  ];
}

function modified(values: ReadonlyMap<string, string>): number {
  return values.size > 0 ? 1 : 0;
}
