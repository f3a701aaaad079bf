/** The fields of the path and the query, with decoded values: text, or the members of a list. */
export type TemplateParts<T extends string> = string extends T
  ? Readonly<Record<string, string | readonly string[] | undefined>>
  : Flat<ReadFields<PathOf<T>>>;

/** The fields from which a URL of the template is formatted. */
export type TemplateInit<T extends string> = string extends T
  ? Readonly<Record<string, string | number | readonly string[] | undefined>>
  : Flat<
      (T extends `${string}{host}${string}` ? { readonly host: string } : unknown) &
        (T extends `${string}{user}${string}` ? { readonly user?: string | undefined } : unknown) &
        (T extends `${string}{password}${string}` ? { readonly password?: string | undefined } : unknown) &
        (T extends `${string}[:{port}]${string}` ? { readonly port?: number | undefined } : unknown) &
        Optional<ReadFields<PathOf<T>>> & { readonly fragment?: string | undefined }
    >;

/** What follows the authority. */
type PathOf<T extends string> = T extends `${string}{host}[:{port}]${infer Path}`
  ? Path
  : T extends `${string}{host}${infer Path}`
    ? Path
    : T extends `${string}:${infer Path}`
      ? Path
      : never;

/** Reads the fields one character at a time. `Depth` has one element for each open "[". */
type ReadFields<
  T extends string,
  Depth extends readonly unknown[] = [],
  Found = unknown,
> = T extends `{${infer Name}}${infer Rest}`
  ? ReadFields<Rest, Depth, Found & Field<Name, Depth extends [] ? never : undefined>>
  : T extends `[${infer Rest}`
    ? ReadFields<Rest, [...Depth, 1], Found>
    : T extends `]${infer Rest}`
      ? ReadFields<Rest, Depth extends [1, ...infer Outer] ? Outer : [], Found>
      : T extends `${string}${infer Rest}`
        ? ReadFields<Rest, Depth, Found>
        : Found;

type Field<Name extends string, Absent> = Name extends `${infer Bare}*`
  ? { readonly [K in Bare]: readonly string[] | Absent }
  : { readonly [K in Name extends `${infer Bare}+` ? Bare : Name]: string | Absent };

/** Fields that can be `undefined` can be left out. */
type Optional<Fields> = {
  readonly [K in keyof Fields as undefined extends Fields[K] ? never : K]: Fields[K];
} & { readonly [K in keyof Fields as undefined extends Fields[K] ? K : never]?: Fields[K] };

type Flat<T> = { readonly [K in keyof T]: T[K] };
