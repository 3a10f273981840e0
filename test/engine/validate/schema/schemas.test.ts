import { Ajv2020 } from 'ajv/dist/2020.js';
import accountSchema from 'cyclectl/schemas/account.schema.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemas, toValueSchema } from '../../../../src/engine/validate/schema/schemas.ts';
import { placeholders } from '../../../editor/mistakes.ts';
import { formatSpec } from '../../../support/values/check-account.ts';

const make = (schema: object) =>
  new Ajv2020({
    allowUnionTypes: true,
    keywords: ['x-secret', 'x-required'],
    validateFormats: false,
  }).compile(schema);

it('leaves nothing of placeholders in the schema that manifests are held against', () => {
  expect(JSON.stringify(accountSchema)).toContain('placeholder');
  expect(JSON.stringify(schemas.Account)).not.toContain('laceholder');
  expect(toValueSchema(schemas.Account)).toEqual(schemas.Account);
});

it('leaves a form that is alone then without its union, and a union of several as it is', () => {
  const placeholder = { $ref: '#/$defs/placeholder' };
  const alone = { description: 'D', oneOf: [{ enum: ['a'] }, placeholder] };
  const several = { oneOf: [{ type: 'null' }, placeholder, { type: 'string' }] };
  const other = { oneOf: [{ type: 'null' }] };
  expect(toValueSchema({ $defs: { alone, several, other, placeholder: {} } })).toEqual({
    $defs: {
      alone: { description: 'D', enum: ['a'] },
      several: { oneOf: [{ type: 'null' }, { type: 'string' }] },
      other,
    },
  });
});

it('lets the schema of editors take a placeholder where a value takes it, by any validator', () => {
  const [loose, strict] = [make(accountSchema), make(schemas.Account)];
  expect(loose(parse(placeholders)), JSON.stringify(loose.errors)).toBe(true);
  expect(strict(parse(placeholders))).toBe(false);
  const written = parse(formatSpec(`errorWebhook: {url: "https://\${vars.host}/a"}`));
  expect([loose(written), strict(written)]).toEqual([true, true]);
  const wrong = parse(formatSpec('protect: yes'));
  expect([loose(wrong), strict(wrong)]).toEqual([false, false]);
});
