/** What the server uses of WebAssembly. Node offers it all, but its types leave them to the browser's, which the server must not see. */
declare namespace WebAssembly {
  interface Module {}
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
