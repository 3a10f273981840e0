import ajvStandalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'rolldown';
import { makeAjv, type SchemaSet } from '../../src/kit/json/open-validators.ts';

/**
 * Puts compiled code in place of each module of validators, so that the package needs no compiler
 * and no start compiles a schema. Only validators of `references` are in it.
 */
export function compileValidators(): Plugin {
  return {
    name: 'compile-validators',
    load: {
      filter: { id: /\/src\/.*\/find-validator\.ts$/ },
      handler: async (id) => {
        const { schemaSet }: { schemaSet: SchemaSet } = await import(id);
        return { code: compileSet(schemaSet), moduleType: 'js' };
      },
    },
  };
}

/** Returns a module with the same `findValidator` as the one that compiles when it is first asked. */
export function compileSet(set: SchemaSet): string {
  const references = set.references();
  const names = references.map((_, index) => `validator${index}`);
  const code = ajvStandalone.default(
    makeAjv(set, { source: true, esm: true, optimize: true }),
    Object.fromEntries(names.map((name, index) => [name, references[index] ?? ''])),
  );
  const entries = references.map((reference, index) => [reference, names[index]] as const);
  return `${importRequired(code)}
const validators = new Map([${entries.map(([reference, name]) => `[${JSON.stringify(reference)}, ${name}]`).join(', ')}]);
export function findValidator(reference) {
  const found = validators.get(reference);
  if (found === undefined) throw new Error(\`no validator is made for \${reference}\`);
  return found;
}
`;
}

/** Turns the calls of require into imports: the code is of a module. */
function importRequired(code: string): string {
  const paths = [
    ...new Set(Array.from(code.matchAll(/require\("([^"]+)"\)/g), ([, path = '']) => path)),
  ];
  const imports = paths.map(
    (path, index) => `import required${index} from ${JSON.stringify(`${path}.js`)};`,
  );
  const rest = code.replaceAll(
    /require\("([^"]+)"\)/g,
    (_, path: string) => `required${paths.indexOf(path)}`,
  );
  return [...imports, rest].join('\n');
}
