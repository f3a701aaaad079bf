import { ZstdFrames } from "./zstd-frames.ts";

/** A decoder of a content coding: what is written to it comes out decoded. */
export interface Decoder {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
}

/**
 * Creates a decoder of the runtime.
 *
 * @param format the name in DecompressionStream.
 * @throws {TypeError} the runtime has no such decoder.
 */
export function createDecoder(format: string): Decoder {
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
  destroy(error: Error): void;
}

/** The parts of Node.js that are used, which other runtimes lack. */
interface NodeModules {
  zlib: {
    readonly createZstdDecompress?: (options: object) => NodeDuplex;
    readonly constants: { readonly ZSTD_d_windowLogMax: number };
  };
  stream: { readonly Duplex: { toWeb(duplex: NodeDuplex): Decoder } };
}

function createNodeZstd(): Decoder | undefined {
  const zlib = loadBuiltin("zlib");
  const stream = loadBuiltin("stream");
  if (zlib?.createZstdDecompress === undefined || stream === undefined) return undefined;
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
  const duplex = zlib.createZstdDecompress({ params });
  const { readable, writable } = stream.Duplex.toWeb(duplex);
  return { readable, writable: writeFrames(writable, duplex) };
}

/** Gives the decoder each frame by itself, and fails if the last one is truncated. */
function writeFrames(writable: Decoder["writable"], duplex: NodeDuplex): Decoder["writable"] {
  const writer = writable.getWriter();
  // The reader reports errors of the decoder.
  writer.closed.catch(() => {});
  const frames = new ZstdFrames();
  return new WritableStream<Uint8Array>({
    async write(octets) {
      for (let at = 0; at < octets.length; ) {
        const end = frames.take(octets, at);
        await writer.write(octets.slice(at, end));
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

function loadBuiltin<N extends keyof NodeModules>(name: N): NodeModules[N] | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  };
  return process?.getBuiltinModule?.(name) as NodeModules[N] | undefined;
}
