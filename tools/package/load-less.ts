import type { Plugin } from 'rolldown';

// Differences of the package from the source, so that a start loads less. Each replacement fails the
// build if it finds nothing to replace.

/** Plugins that replace parts of modules. */
export function loadLess(): readonly Plugin[] {
  return [placeScriptFiles(), loadOneClient(), openTablesLate()];
}

/** Finds the files of scripts from the package, in whichever file the caller is. */
function placeScriptFiles(): Plugin {
  const code = `import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
export function findScriptFiles() {
  const folder = fileURLToPath(new URL('dist/scripts', import.meta.resolve('cyclectl/package.json')));
  const url = pathToFileURL(join(folder, 'engine.js')).href;
  return { program: join(folder, 'program.js'), engine: { folder, url, wasm: join(folder, 'engine.wasm') } };
}`;
  return {
    name: 'place-script-files',
    load: {
      filter: { id: /\/src\/emulator\/scripts\/script-files\.ts$/ },
      handler: () => ({ code, moduleType: 'js' }),
    },
  };
}

/**
 * Loads the one class of undici that requests to a service need. The index of undici loads its fetch,
 * its caches and its web sockets too, which takes twice as long.
 */
function loadOneClient(): Plugin {
  const path = 'undici/lib/dispatcher/env-http-proxy-agent.js';
  return replace('load-one-client', /\/src\/wire\/http\.ts$/, (code) =>
    code.replace(
      /const \{ EnvHttpProxyAgent \} = await import\(['"]undici['"]\)/,
      `const { default: EnvHttpProxyAgent } = await import('${path}')`,
    ),
  );
}

/**
 * Makes the tables of string-width when a text needs them: one that is not plain ASCII. Node takes
 * longer to make these than to load all of the package's other modules.
 */
function openTablesLate(): Plugin {
  const constant = /^const (\w+) = (\/.*\/v|new RegExp\(.*\)|new Intl\.Segmenter\(\));$/gm;
  return replace('open-tables-late', /\/node_modules\/string-width\/index\.js$/, (code) => {
    const names = Array.from(code.matchAll(constant), ([, name = '']) => name);
    const late = code.replaceAll(
      constant,
      (_, name, value) => `let $${name}; const make_${name} = () => ($${name} ??= ${value});`,
    );
    return names.reduce(
      (text, name) => text.replaceAll(new RegExp(`(?<![$\\w])${name}\\b`, 'g'), `make_${name}()`),
      late,
    );
  });
}

function replace(name: string, id: RegExp, change: (code: string) => string): Plugin {
  return {
    name,
    transform: {
      filter: { id },
      handler: (code, path) => {
        const changed = change(code);
        if (changed === code) throw new Error(`${name} finds nothing to replace in ${path}`);
        return { code: changed, map: null };
      },
    },
  };
}
