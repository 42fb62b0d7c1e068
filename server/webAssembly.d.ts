/**
 * The parts of WebAssembly that the server uses. Node has them all, but its types leave them to the DOM's, which the
 * server must not use.
 */
declare namespace WebAssembly {
  interface Module {}
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
