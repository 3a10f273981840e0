import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

const folder = new URL('../../schemas/', import.meta.url);

// The program compiles them without this check, which would cost every start.
it.each(readdirSync(folder))('%s is JSON Schema 2020-12', (name) => {
  const ajv = new Ajv2020();
  expect(ajv.validateSchema(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))).toBe(true);
});
