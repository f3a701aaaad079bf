import type { Profile, Registry } from "@anyurl/core";
import type { Exam } from "./exam.ts";

/** Returns an exam that parses all texts with one profile. */
export function profiled(exam: Exam, profile: Profile): Exam {
  const { registry } = exam;
  const read: Registry = {
    parse: (text, options) => registry.parse(text, { ...options, profile }),
    tryParse: (text, options) => registry.tryParse(text, { ...options, profile }),
    format: (scheme, init, options) => registry.format(scheme, init, { ...options, profile }),
    normalize: (url, options) => registry.normalize(url, { ...options, profile }),
    compare: (a, b, options) => registry.compare(a, b, { ...options, profile }),
    resolve: (base, reference, options) => registry.resolve(base, reference, { ...options, profile }),
    check: (text, options) => registry.check(text, options),
    // A parsed URL keeps its profile.
    describe: (url) => registry.describe(url),
    plan: (url, operation) => registry.plan(url, operation),
    isDirectory: (url) => registry.isDirectory(url),
    scheme: (name) => registry.scheme(name),
    names: () => registry.names(),
  };
  return { ...exam, registry: read };
}
