/** The names of a scheme where "-" or "." is not allowed. */
export interface Identifiers {
  /** The constant, for example "xDemo". */
  readonly value: string;
  /** The prefix of its types, for example "XDemo". */
  readonly type: string;
}

/**
 * Words that are not allowed as a constant, and those that the files of a package use for something else. "x-demo" is
 * the only name in the templates, and is replaced by any of these.
 */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "arguments async await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null of package private " +
    "protected public return static super switch this throw true try typeof undefined var void while with yield " +
    "add afterAll all answer awaitReply base beforeAll bodyFromExchange client clientWith concat createClient createPlan createServer decodeText " +
    "defineScheme describe describeAccess describeScheme dialogue digits documents encodeText end entries entity expect fc field fixtures " +
    "fail file format formatPath fragment get hostile it join key keys library line list listing mkdtemp name " +
    "normalize octets octetsOf parse path parseLogin toSystemPath perform pieces plan port process put readVectors reply " +
    "formatRequest retrieve rm root segment segments sendRequest server startDialogue startServer store supply symlink test text textOf url urlOf " +
    "value valueAt vectors writeFile callServer count createSocketServer data failed header id limit limitBytes message method most " +
    "own params received result rpc serve size sockets stream tls toEndpoint toEntry toPath"
  ).split(" "),
);

export function createIdentifiers(name: string): Identifiers {
  const words = name.split(/[-+.]/).filter((word) => word !== "");
  const type = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  const value = type[0]!.toLowerCase() + type.slice(1);
  const free = [value, `${value}Scheme`, `${value}UrlScheme`].find((each) => !RESERVED_WORDS.has(each));
  return { value: free!, type };
}
