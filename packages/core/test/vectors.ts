declare global {
  interface ImportMeta {
    /** What the bundler of the tests gives: files, as text. */
    readonly glob: (pattern: string, options: object) => Readonly<Record<string, string>>;
  }
}

/** As text, in a browser too. A bundler's own JSON refuses the lone surrogates that some hold, and JSON allows. */
const files = import.meta.glob("./vectors/*.json", { query: "?raw", import: "default", eager: true });

/** The rows of a file in `vectors/`. */
export function vectorsOf<T>(name: string): T {
  return JSON.parse(files[`./vectors/${name}.json`]!) as T;
}
