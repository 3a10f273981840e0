import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as world from '../../../src/emulator/world/file/find-validator.ts';
import * as catalog from '../../../src/engine/catalog/find-validator.ts';
import * as policy from '../../../src/engine/validate/policies/find-validator.ts';
import * as manifest from '../../../src/engine/validate/schema/find-validator.ts';
import * as report from '../../../src/features/inspect/report/find-validator.ts';
import type { FindValidator } from '../../../src/kit/json/open-validators.ts';
import { compileSet } from '../../../tools/package/compile-validators.ts';
import { furtherMistakes, placeholders } from '../../editor/mistakes.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { formatSpec } from '../../support/values/check-account.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Values of every type, and files with mistakes of all three schemas for people. */
const values: readonly unknown[] = [
  ...[null, true, 7, -1, 'a', '', '2026-12-01', [], ['a', 'a'], {}, { a: 1 }, { env: 'A', x: 1 }],
  ...[...furtherMistakes.map(({ text }) => text), placeholders, formatSpec('displayName: Acme')]
    .flatMap((text) => parseAllDocuments(text))
    .filter(({ errors }) => errors.length === 0)
    .map((document) => document.toJS()),
];

describe.each(Object.entries({ manifest, catalog, policy, report, world }))(
  'the compiled validators of a %s',
  (name, { schemaSet, findValidator }) => {
    it('find the same errors as those that the source compiles when it needs them', async () => {
      const compiled = await load(name, compileSet(schemaSet));
      const judge = (find: FindValidator, reference: string, value: unknown) => {
        const validate = find(reference);
        return [validate(value), validate.errors];
      };
      let wrong = 0;
      for (const reference of schemaSet.references()) {
        for (const value of values) {
          const expected = judge(findValidator, reference, value);
          expect(judge(compiled, reference, value), reference).toEqual(expected);
          wrong += expected[0] === false ? 1 : 0;
        }
      }
      expect(wrong).toBeGreaterThan(10);
    });

    it('are those of the set alone', async () => {
      const unknown = 'https://cyclectl.dev/schemas/none';
      const compiled = await load(`${name}-alone`, compileSet(schemaSet));
      for (const find of [findValidator, compiled]) {
        expect(() => find(unknown)).toThrow(`no validator is made for ${unknown}`);
      }
    });
  },
);

/** Loads code from within the packages of the checkout, which it imports from. */
async function load(name: string, code: string): Promise<FindValidator> {
  const path = join(root, `node_modules/.cyclectl/validators-${name}-${process.pid}.mjs`);
  await writeFile(path, code);
  closeAfterFile(() => rm(path));
  const made: { findValidator: FindValidator } = await import(pathToFileURL(path).href);
  return made.findValidator;
}
