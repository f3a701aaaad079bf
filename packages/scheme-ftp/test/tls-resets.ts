/**
 * Whether the embedded server notices a reset of a TLS connection. libuv before 1.52, which Node 22 has, reports it as an end
 * (https://github.com/libuv/libuv/pull/4997).
 */
export const NOTICES_TLS_RESETS: boolean = !/^1\.(?:\d|[1-4]\d|5[01])\./.test(process.versions.uv);
