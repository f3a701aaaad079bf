import {
  AccessError,
  type OperationName,
  type Operations,
  type Registry,
  type Scheme,
  schemeNotInstalledError,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";

/** A scheme as one client uses it, under one of its names. Created by the first call of such a URL. */
export interface InstalledScheme {
  readonly name: string;
  readonly scheme: Scheme;
  readonly defaultPort: number | undefined;
  /** The options that the client sets, once a call without options of its own has resolved them. */
  options: Context["options"] | undefined;
  /** The access module, once it is loaded, so that later calls do not wait. */
  operations: Partial<Operations> | undefined;
}

/** Returns the scheme of this name. @throws {AccessError} scheme-not-installed. */
export function findScheme(
  { registry, installed }: { readonly registry: Registry; readonly installed: Map<string, InstalledScheme> },
  name: string,
): InstalledScheme {
  const known = installed.get(name);
  if (known !== undefined) return known;
  const scheme: Scheme | undefined = registry.scheme(name);
  if (scheme === undefined) throw schemeNotInstalledError(name);
  const defaultPort = scheme.defaultPort(name);
  const found: InstalledScheme = { name, scheme, defaultPort, options: undefined, operations: undefined };
  installed.set(name, found);
  return found;
}

/**
 * Loads an operation of a scheme.
 *
 * @throws {AccessError} unsupported: the scheme does not have the operation; plugin-fault: loading failed.
 */
export async function loadOperation<O extends OperationName>(
  installed: InstalledScheme,
  wanted: O,
): Promise<Operations[O]> {
  const { name, scheme } = installed;
  installed.operations ??= await loadAccess(scheme, name);
  const module = installed.operations;
  const operation: unknown = module[wanted];
  if (typeof operation === "function") return operation as Operations[O];
  const can = Object.keys(module);
  throw can.length === 0
    ? new AccessError("unsupported", `cannot open ${name} URLs: the package only parses them`, {
        hint:
          scheme.presentation?.handOver === undefined
            ? "use parse, explain, normalize, or compare"
            : "give the URL to a program: handOver, or anyurl open --program",
      })
    : new AccessError("unsupported", `${name} URLs do not support the operation "${wanted}"`, {
        hint: `use one of: ${can.join(", ")}`,
      });
}

async function loadAccess(scheme: Scheme, name: string): Promise<Partial<Operations>> {
  try {
    return (await scheme.access?.()) ?? {};
  } catch (cause) {
    throw new AccessError("plugin-fault", `cannot load the access module of the scheme ${name}`, { cause });
  }
}
