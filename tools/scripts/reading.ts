import { type Program, parseSync, Visitor } from "oxc-parser";

/** A source or test file of a package. */
export interface SourceFile {
  /** From the root of the repository, with "/": "packages/core/src/syntax/host.ts". */
  readonly path: string;
  readonly text: string;
}

/** A word at an offset of the file, in UTF-16 code units. */
export interface Place {
  readonly word: string;
  readonly start: number;
}

/** The imports and global variables that a file uses. */
export interface Reading {
  /** Module specifiers, by any of the ways that TypeScript has to name a module. */
  readonly imports: readonly Place[];
  /** The {@link DOORS} that it goes through. */
  readonly doors: readonly Place[];
}

/** Globals that reach the network or the machine past the transport. */
const DOORS: ReadonlySet<string> = new Set([
  "Buffer",
  "Bun",
  "Deno",
  "EventSource",
  "WebSocket",
  "WebTransport",
  "XMLHttpRequest",
  "__dirname",
  "__filename",
  "fetch",
  "global",
  "importScripts",
  "process",
  "setImmediate",
]);

/** The objects whose properties the globals are. */
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["globalThis", "self", "window"]);

const readings = new WeakMap<SourceFile, Reading>();

/** @throws {SyntaxError} if a file is not valid TypeScript. */
export function readSource(file: SourceFile): Reading {
  const known = readings.get(file);
  if (known !== undefined) return known;
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new SyntaxError(`${file.path}: ${errors[0]!.message}`);
  const reading: Reading = { imports: importsOf(program), doors: doorsOf(program) };
  readings.set(file, reading);
  return reading;
}

function importsOf(program: Program): readonly Place[] {
  const imports: Place[] = [];
  const take = (source: object | null | undefined) => {
    if (source === null || source === undefined) return;
    const { value, start } = source as { value?: unknown; start: number };
    if (typeof value === "string") imports.push({ word: value, start });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => take(source),
    ExportNamedDeclaration: ({ source }) => take(source),
    ExportAllDeclaration: ({ source }) => take(source),
    ImportExpression: ({ source }) => take(source),
    TSImportType: ({ source }) => take(source),
    TSExternalModuleReference: ({ expression }) => take(expression),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === "Identifier" && callee.name === "require") take(first);
    },
  }).visit(program);
  return imports;
}

/**
 * The doors that are used as values. A name that the file declares anywhere is its own: a client may well have a
 * function called fetch, and a type (`typeof fetch`) opens nothing.
 */
function doorsOf(program: Program): readonly Place[] {
  const used: Place[] = [];
  const own = new Set<string>();
  // Offsets where an identifier stands for a property, a key or a type, and so for no global.
  const inert = new Set<number>();
  const key = (node: { computed: boolean; key: { start: number } }) => {
    if (!node.computed) inert.add(node.key.start);
  };
  const declare = (node: object | null | undefined) => {
    for (const name of namesBoundBy(node)) own.add(name);
  };
  const bind = (node: { id?: object | null; params?: readonly object[] }) => {
    declare(node.id);
    for (const parameter of node.params ?? []) declare(parameter);
  };
  new Visitor({
    Identifier: ({ name, start }) => {
      if (DOORS.has(name)) used.push({ word: name, start });
    },
    MemberExpression: ({ object, property, computed }) => {
      if (computed) {
        const { value, start } = property as { value?: unknown; start: number };
        if (isGlobalObject(object) && DOORS.has(String(value))) used.push({ word: String(value), start });
      } else if (!isGlobalObject(object)) inert.add(property.start);
    },
    Property: (node) => {
      if (!node.shorthand) key(node);
    },
    MethodDefinition: key,
    PropertyDefinition: key,
    AccessorProperty: key,
    TSPropertySignature: key,
    TSMethodSignature: key,
    ImportSpecifier: ({ imported, local }) => {
      if (imported.start !== local.start) inert.add(imported.start);
      declare(local);
    },
    ImportDefaultSpecifier: ({ local }) => declare(local),
    ImportNamespaceSpecifier: ({ local }) => declare(local),
    ExportSpecifier: ({ exported, local }) => {
      if (exported.start !== local.start) inert.add(exported.start);
    },
    ExportNamedDeclaration: ({ source, specifiers }) => {
      if (source !== null) for (const { local } of specifiers) inert.add(local.start);
    },
    VariableDeclarator: bind,
    FunctionDeclaration: bind,
    FunctionExpression: bind,
    ArrowFunctionExpression: bind,
    ClassDeclaration: bind,
    CatchClause: ({ param }) => declare(param),
    TSFunctionType: bind,
    TSTypeQuery: ({ exprName }) => void inert.add(exprName.start),
    TSTypeReference: ({ typeName }) => void inert.add(typeName.start),
  }).visit(program);
  // A shorthand, `{ fetch }`, is visited twice: as the key and as the value.
  const places = new Map(used.map((place) => [place.start, place]));
  return [...places.values()].filter(({ word, start }) => !inert.has(start) && !own.has(word));
}

function isGlobalObject(node: object): boolean {
  const { type, name } = node as { type?: unknown; name?: unknown };
  return type === "Identifier" && GLOBAL_OBJECTS.has(String(name));
}

/** The names that a pattern binds: `x`, `{ a, b: c = 1 }`, `[d, ...e]`. */
function namesBoundBy(pattern: object | null | undefined): readonly string[] {
  if (pattern === null || pattern === undefined) return [];
  const node = pattern as Readonly<Record<string, unknown>>;
  switch (node["type"]) {
    case "Identifier":
      return [String(node["name"])];
    case "AssignmentPattern":
      return namesBoundBy(node["left"] as object);
    case "RestElement":
      return namesBoundBy(node["argument"] as object);
    case "ArrayPattern":
      return (node["elements"] as readonly (object | null)[]).flatMap(namesBoundBy);
    case "ObjectPattern":
      return (node["properties"] as readonly object[]).flatMap(namesBoundBy);
    case "Property":
      return namesBoundBy(node["value"] as object);
    default:
      return [];
  }
}
