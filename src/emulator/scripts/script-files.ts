import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The build of the package puts the places of the built files in place of this module.

/** Files of the process that runs scripts, which may read nothing else. */
export type ScriptFiles = {
  readonly program: string;
  /** Script engine: its folder, the address of its module, the path of its code. */
  readonly engine: { readonly folder: string; readonly url: string; readonly wasm: string };
};

/** Finds the program and the engine of scripts, so that their process needs no folder search. */
export function findScriptFiles(): ScriptFiles {
  const { resolve } = createRequire(import.meta.url);
  return {
    program: fileURLToPath(new URL('./script-process.ts', import.meta.url)),
    engine: {
      folder: dirname(resolve('quickjs-wasi/package.json')),
      url: pathToFileURL(resolve('quickjs-wasi')).href,
      wasm: resolve('quickjs-wasi/quickjs.wasm'),
    },
  };
}
