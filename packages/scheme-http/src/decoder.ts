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

/** The parts of Node.js that are used, which other runtimes lack. */
interface NodeModules {
  zlib: {
    readonly createZstdDecompress?: (options: object) => object;
    readonly constants: { readonly ZSTD_d_windowLogMax: number };
  };
  stream: { readonly Duplex: { toWeb(duplex: object): Decoder } };
}

function createNodeZstd(): Decoder | undefined {
  const zlib = loadBuiltin("zlib");
  const stream = loadBuiltin("stream");
  if (zlib?.createZstdDecompress === undefined || stream === undefined) return undefined;
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
  return stream.Duplex.toWeb(zlib.createZstdDecompress({ params }));
}

/** The window of a frame has at most 8 MiB (RFC 9659 §3), which a decoder allocates at once. */
const MAX_WINDOW_LOG = 23;

function loadBuiltin<N extends keyof NodeModules>(name: N): NodeModules[N] | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  };
  return process?.getBuiltinModule?.(name) as NodeModules[N] | undefined;
}
