import { AccessError, type OperationName, type Operations, type Scheme, type Url } from "@anyurl/core";

/** Loaded access modules, so that later calls do not wait. */
const LOADED = new WeakMap<Scheme, Partial<Operations>>();

/** Returns an operation of a scheme, or `undefined` if its access module is not loaded or does not have it. */
export function loadedOperation<O extends OperationName>(scheme: Scheme, name: O): Operations[O] | undefined {
  const operation: unknown = LOADED.get(scheme)?.[name];
  return typeof operation === "function" ? (operation as Operations[O]) : undefined;
}

/**
 * Loads an operation of a scheme.
 *
 * @throws {AccessError} unsupported: the scheme does not have the operation; plugin-fault: loading failed.
 */
export async function loadOperation<O extends OperationName>(
  scheme: Scheme,
  { scheme: name }: Url,
  wanted: O,
): Promise<Operations[O]> {
  const module = LOADED.get(scheme) ?? (await loadAccess(scheme, name));
  LOADED.set(scheme, module);
  const operation = loadedOperation(scheme, wanted);
  if (operation !== undefined) return operation;
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
