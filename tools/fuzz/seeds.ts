import { createAnyurl } from "anyurl";
import { FILES, vectorsOf } from "../vectors/vector.ts";
import type { Input, Target } from "./target.ts";

/** The first inputs: those of the target, or the examples of the schemes and the vectors of other suites. */
export function seedsOf(target: Target): readonly Input[] {
  if (target.seeds !== undefined) return target.seeds;
  const urls = createAnyurl();
  const examples = urls.names().flatMap((name) => urls.scheme(name)?.examples.map(({ url }) => url) ?? []);
  const vectors = FILES.flatMap((name) => vectorsOf(name));
  const wpt = vectorsOf<{ readonly input: string; readonly base: string | null }>("wpt-rfc3986");
  if (target.arity === 1) {
    const texts = [...vectors.map(({ input }) => input), ...wpt.map(({ input }) => input), ...examples];
    return [...new Set(texts)].map((text) => [text]);
  }
  const pairs = [...vectors, ...wpt].flatMap(({ input, base }) =>
    base
      ? [
          [base, input],
          [base, base],
        ]
      : [],
  );
  const equal = vectors.flatMap(({ input, other }) => (other === undefined ? [] : [[input, other]]));
  return [...pairs, ...equal, ...examples.map((url) => [url, url])];
}
