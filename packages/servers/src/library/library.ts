import { type Folder, folder, type MenuLine } from "../tree.ts";
import { HOW_TO_READ_A_URL, LETTERS, POEMS, SCHEMES, WELCOME, WHERE } from "./library-texts.ts";
import { encodeGif, encodePng, type Picture } from "./pictures.ts";

/**
 * The built-in library: texts, a table, two pictures, and three directories with difficult names, bytes and depth. All
 * servers offer the same documents.
 */
export function library(): Folder {
  return folder(
    {
      "welcome.txt": WELCOME,
      "how-to-read-a-url.txt": HOW_TO_READ_A_URL,
      "where.txt": WHERE.root,
      poems: folder({ "tide.txt": POEMS.tide, "percent.txt": POEMS.percent }),
      tables: folder({ "schemes.csv": SCHEMES }),
      pictures: folder({ "lighthouse.gif": encodeGif(LIGHTHOUSE), "compass.png": encodePng(COMPASS) }),
      octets: createBytesFolder(),
      names: createNamesFolder(),
      attic: folder({
        "up the stairs": folder({ "inside the chimney": folder({ "letter.txt": LETTERS.found }) }),
        "empty box": folder({}),
      }),
      home: folder({
        alice: folder({ "where.txt": WHERE.alice, "notes.txt": LETTERS.notes }),
      }),
    },
    { menu: MENU },
  );
}

/** All byte values, an empty file, and the line ends and dots that are difficult for protocols. */
function createBytesFolder(): Folder {
  return folder({
    "bytes.bin": Uint8Array.from({ length: 256 }, (_, i) => i),
    "empty.txt": "",
    "crlf.txt": "These lines end\r\nin carriage return\r\nand line feed.\r\n",
    "lf.txt": "These lines end\nin line feed\nalone.\n",
    "dots.txt": "one line before a dot\n.\n..two dots\n...three\nand no line end here",
    "latin-1.txt": Uint8Array.from("H\xf6r zu: \xe4, \xf6, \xfc.\n", (char) => char.charCodeAt(0)),
  });
}

/** Names that need escapes in a URL, care in a command, and exact display in a listing. */
function createNamesFolder(): Folder {
  const said = (what: string): string => `You have found the document whose name ${what}.\n`;
  return folder([
    ["two words.txt", said("is two words")],
    [" leading blank.txt", said("begins with a blank")],
    ["grüße.txt", said("is greetings in German, in UTF-8")],
    ["海.txt", said("is the sea, in UTF-8")],
    [latin1("caf\xe9.txt"), said("is not UTF-8: its é is the byte E9")],
    [latin1("last byte \xff"), said("ends with the byte FF, which Telnet doubles")],
    ["notes;type=a", said("looks like a type code, but is not")],
    ["what?.txt", said("asks a question")],
    ["a#b.txt", said("holds a number sign")],
    ["100%.txt", said("holds a percent sign that escapes nothing")],
    ["%41.txt", said("looks escaped and is not")],
    ['a "quoted" word.txt', said("holds quotation marks")],
    ["-dash.txt", said("begins like an option")],
    ["[brackets] & {braces}.txt", said("holds brackets of two kinds")],
    ["back\\slash.txt", said("holds a backslash, which separates nothing")],
    [".hidden.txt", said("begins with a dot")],
    ["con:aux@home.txt", said("holds a colon and an at sign")],
    ["__proto__", said("is a trap for objects")],
  ]);
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

const MENU: readonly MenuLine[] = [
  "",
  "   A small library, quite near the sea",
  "   -----------------------------------",
  "   Everything here can be read twice: by gopher: and by ftp:.",
  "",
  { entry: "welcome.txt", display: "Welcome: start here" },
  { entry: "how-to-read-a-url.txt", display: "How to read a URL" },
  { entry: "where.txt", display: "Where am I?" },
  "",
  { entry: "poems", display: "Poems" },
  { entry: "tables", display: "Tables" },
  { entry: "pictures", display: "Pictures" },
  { entry: "octets", display: "Bytes: all of them, and none" },
  { entry: "names", display: "Names that are hard to say" },
  { entry: "attic", display: "The attic" },
  { entry: "home", display: "The houses of our readers" },
  "",
  { gophertype: "7", display: "Search the texts", selector: "/search" },
  {
    gophertype: "8",
    display: "The catalogue of another library",
    selector: "guest",
    host: "library.example",
    port: 23,
  },
  {
    gophertype: "h",
    display: "RFC 1738, where all this began",
    selector: "URL:https://www.rfc-editor.org/rfc/rfc1738",
  },
];

const LIGHTHOUSE: Picture = {
  colours: [0x1d3557, 0xf1faee, 0xe63946, 0xffd166],
  rows: [
    "0000000000000000",
    "0000000220000000",
    "0000002222000000",
    "3000001331000003",
    "0333001331003330",
    "0003331331333000",
    "0000001111000000",
    "0000002222000000",
    "0000002222000000",
    "0000011111100000",
    "0000011111100000",
    "0000022222200000",
    "0000022222200000",
    "0000111111110000",
    "0001111111111000",
    "1100110011001100",
  ],
};

const COMPASS: Picture = {
  colours: [0xf1faee, 0x1d3557, 0xe63946],
  rows: [
    "000000020000000",
    "000000020000000",
    "000000222000000",
    "000010222010000",
    "000001222100000",
    "000000222000000",
    "001102222201100",
    "111111101111111",
    "001101111101100",
    "000000111000000",
    "000001111100000",
    "000010111010000",
    "000000111000000",
    "000000010000000",
    "000000010000000",
  ],
};
