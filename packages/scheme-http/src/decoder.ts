import { ZstdFrames } from "./zstd-frames.ts";

/** A decoder of a content coding: what is written to it comes out decoded. */
export interface Decoder {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
  /** The number of bytes that were decoded, if the runtime reports it instead of an error for bytes after the end. */
  readonly decoded?: number;
}

/**
 * Creates a decoder of the runtime.
 *
 * @param format the name in DecompressionStream.
 * @throws {TypeError} the runtime has no such decoder.
 */
export function createDecoder(format: string): Decoder {
  const name = isOldNode() ? NODE_FUNCTIONS.get(format) : undefined;
  const nodeDecoder = name === undefined ? undefined : createNodeDecoder(name, {});
  if (nodeDecoder !== undefined) return nodeDecoder;
  try {
    return new DecompressionStream(format as CompressionFormat);
  } catch (error) {
    // Node.js has zstd in `node:zlib` before it has it in DecompressionStream.
    const decoder = format === "zstd" ? createNodeZstd() : undefined;
    if (decoder !== undefined) return decoder;
    throw error;
  }
}

interface NodeDuplex {
  /** The bytes that were decoded. */
  readonly bytesWritten: number;
  destroy(error: Error): void;
}

type DecoderFunction =
  | "createGunzip"
  | "createInflate"
  | "createInflateRaw"
  | "createBrotliDecompress"
  | "createZstdDecompress";

/** The parts of Node.js that are used, which other runtimes lack. */
interface NodeModules {
  zlib: Partial<Record<DecoderFunction, (options: object) => NodeDuplex>> & {
    readonly constants: { readonly ZSTD_d_windowLogMax: number };
  };
  stream: { readonly Duplex: { toWeb(duplex: NodeDuplex): Decoder } };
}

/** Functions of `node:zlib`, which count what they decode. DecompressionStream of Node.js 22 ignores bytes after the end. */
const NODE_FUNCTIONS: ReadonlyMap<string, DecoderFunction> = new Map([
  ["gzip", "createGunzip"],
  ["deflate", "createInflate"],
  ["deflate-raw", "createInflateRaw"],
  ["brotli", "createBrotliDecompress"],
]);

/** Bun and Deno have a version of Node.js, too, but other decoders. */
function isOldNode(): boolean {
  const { process } = globalThis as NodeGlobals;
  return /^2[23]\./.test(process?.versions?.node ?? "") && !("Bun" in globalThis) && !("Deno" in globalThis);
}

function createNodeZstd(): Decoder | undefined {
  const params = { [loadBuiltin("zlib")?.constants.ZSTD_d_windowLogMax ?? ""]: MAX_WINDOW_LOG };
  return createNodeDecoder("createZstdDecompress", { params }, writeFrames);
}

function createNodeDecoder(
  name: DecoderFunction,
  options: object,
  wrap?: (writable: Decoder["writable"], duplex: NodeDuplex) => Decoder["writable"],
): Decoder | undefined {
  const create = loadBuiltin("zlib")?.[name];
  const stream = loadBuiltin("stream");
  if (create === undefined || stream === undefined) return undefined;
  const duplex = create(options);
  const { readable, writable } = stream.Duplex.toWeb(duplex);
  return {
    readable,
    writable: wrap === undefined ? writable : wrap(writable, duplex),
    get decoded() {
      return duplex.bytesWritten;
    },
  };
}

/** Gives the decoder each frame by itself, and fails if the last one is truncated. */
function writeFrames(writable: Decoder["writable"], duplex: NodeDuplex): Decoder["writable"] {
  const writer = writable.getWriter();
  // The reader reports errors of the decoder.
  writer.closed.catch(() => {});
  const frames = new ZstdFrames();
  return new WritableStream<Uint8Array<ArrayBuffer>>({
    async write(octets) {
      for (let at = 0; at < octets.length; ) {
        const end = frames.take(octets, at);
        await writer.write(octets.subarray(at, end));
        at = end;
      }
    },
    async close() {
      if (!frames.isComplete) duplex.destroy(Object.assign(new Error("truncated"), { code: "Z_BUF_ERROR" }));
      else await writer.close();
    },
    abort: (reason) => writer.abort(reason),
  }) as Decoder["writable"];
}

/** The window of a frame has at most 8 MiB (RFC 9659 §3), which a decoder allocates at once. */
const MAX_WINDOW_LOG = 23;

interface NodeGlobals {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly getBuiltinModule?: (name: string) => unknown;
  };
}

function loadBuiltin<N extends keyof NodeModules>(name: N): NodeModules[N] | undefined {
  const { process } = globalThis as NodeGlobals;
  return process?.getBuiltinModule?.(name) as NodeModules[N] | undefined;
}
