import { defineScheme } from "@anyurl/core";
import { templateSyntax } from "@anyurl/core/template";
import { describeScheme } from "@anyurl/testkit";

const cite = ["README", "RFC 3986"];

/** Each form of a template takes the syntax tests with generators of its own. */
const TEMPLATES: Readonly<
  Record<string, readonly [template: string, examples: readonly string[], port?: number]>
> = {
  "only a host": ["x-a://{host}[:{port}]/", ["x-a://h", "x-a://h:80/"], 79],
  "only a host, without a path": ["x-a://{host}", ["x-a://h"]],
  "a slash at the end": ["x-a://{host}/a/{b}/", ["x-a://h/a/c/"]],
  "a delimiter at the end of a query": ["x-a:{a}?q={b};", ["x-a:c?q=d;"]],
  "a host and an optional text": ["x-a://{host}[:{port}][/{request}]", ["x-a://h", "x-a://h/%2F"], 79],
  "a login and nested optional parts": [
    "x-a://[{user}[:{password}]@]{host}[:{port}]/{board}[/{note+}[;type={type}]]",
    ["x-a://u@h/b", "x-a://h/b/n;type=i"],
    4545,
  ],
  "a user without a password": ["x-a://[{user}@]{host}/{path*}", ["x-a://u@h/a/b"]],
  "an empty host, and a list in the query": ["x-a:///{path*}[?{keys*}]", ["x-a:///a", "x-a:///a/b?c/d"]],
  "no authority": ["x-a:{name+}[:{detail}]", ["x-a:n", "x-a:n:d"]],
  "a list without an authority": ["x-a:{segments*}", ["x-a:a/b"]],
  "named fields of a query": ["x-a:find?q={words}[&lang={lang}]", ["x-a:find?q=a/b?", "x-a:find?q=&lang=en"]],
  "the same word twice": ["x-a:a/{one}/a/{two}", ["x-a:a/b/a/c"]],
  "a path that a host can be without": ["x-a://{host}/{path*}", ["x-a://h", "x-a://h/a"]],
  "a query without a path": ["x-a://{host}[?{words}]", ["x-a://h", "x-a://h?w"]],
};

for (const [title, [template, urls, defaultPort]] of Object.entries(TEMPLATES)) {
  const scheme = defineScheme({
    name: "x-a",
    cite,
    ...(defaultPort !== undefined && { defaultPort }),
    ...templateSyntax(template as string),
    examples: urls.map((url) => ({ url, title })),
  });
  describeScheme(scheme, [], undefined, { runs: 300 });
}
