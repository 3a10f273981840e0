import fc from 'fast-check';
import { type FieldPath, toFieldPath } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import type { ShownValue } from '../../../src/model/plan/change.ts';
import type { SourceSpan } from '../../../src/model/source-span.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

// Reports of any content, with names that a hostile service or manifest would choose.

const nasty = [
  '\u001b[31mred\u001b[0m',
  '\u009b2Jclear',
  'left\u202eright',
  'no sign\ufffe\uffff\ufdef\u{10ffff}',
  'two\nlines\r\n  + account',
  '日本語の名前'.repeat(20),
  '👩‍🔧'.repeat(30),
  'e\u0301'.repeat(90),
  '\ud83d',
  'a b '.repeat(60),
  'x'.repeat(300),
  '" → "',
  `it's "both"`,
  '/%2F//',
  '',
] as const;

/** A name, friendly or not. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('northwind', 'crm', 'Add subscriber', 'Email.Address') },
  { weight: 2, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
);

export const anySpan: fc.Arbitrary<SourceSpan> = fc.record({
  file: anyName.map((name) => `accounts/${name}.yaml`),
  line: fc.integer({ min: 1, max: 9999 }),
  column: fc.integer({ min: 1, max: 200 }),
  endLine: fc.constant(1),
  endColumn: fc.constant(1),
  pointer: fc.constant(''),
});

export const anyPath: fc.Arbitrary<FieldPath> = fc.oneof(
  fc.constantFrom('timezone', 'state', 'auth').map((name) => toFieldPath(name)),
  anyName.map((name) => toFieldPath('properties', name)),
  fc
    .tuple(anyName, fc.constantFrom('parameters', 'fields'), anyName)
    .map(([step, slot, target]) => toFieldPath('steps', step, slot, target)),
);

const anyPlain: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.constant(null),
  anyName,
  fc.array(anyName, { maxLength: 40 }).map((lines) => lines.join('\n')),
  fc.integer(),
  fc.boolean(),
  fc.array(anyName, { maxLength: 4 }),
  fc.record({ kind: fc.constant('step'), step: anyName, field: anyName } as const),
  fc.record({ kind: fc.constant('expression'), expression: anyName } as const),
  fc.record({ kind: fc.constant('lookup'), value: anyName, label: anyName } as const),
  fc.constant({ kind: 'every', every: '15m', startAt: '2026-12-01T06:00:00Z' } as const),
);

export const anyValue: fc.Arbitrary<ShownValue> = fc.oneof(
  { weight: 4, arbitrary: anyPlain.map((value) => ({ kind: 'plain', value }) as const) },
  {
    weight: 1,
    arbitrary: fc.option(anyName).map((from) => ({ kind: 'secret', from }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'unknown' } as const) },
);

export const anyDiagnostic: fc.Arbitrary<Diagnostic> = fc.record(
  {
    code: fc.constantFrom('unread', 'request-failed', 'left-paused', 'change-refused'),
    severity: fc.constantFrom('error', 'warning'),
    summary: anyName,
    detail: anyName,
    at: anySpan,
    remedy: anyName,
    related: fc.array(fc.record({ at: anySpan, says: anyName }), { maxLength: 2 }),
  },
  { requiredKeys: ['code', 'severity', 'summary'] },
);
