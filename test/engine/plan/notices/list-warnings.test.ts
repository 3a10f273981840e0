import { expect, it } from 'vitest';
import { listWarnings } from '../../../../src/engine/plan/notices/list-warnings.ts';
import { type Address, toFieldPath } from '../../../../src/model/address.ts';
import { reportWarning } from '../../../../src/model/diagnostic/diagnostic.ts';
import type { FieldDiff } from '../../../../src/model/diff/field-diff.ts';
import type { Part } from '../../../../src/model/diff/part.ts';
import { bindConnector, makeConnector, plainField } from '../../../support/values/make-desired.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
} from '../../../support/values/make-field-diff.ts';

const path = 'properties/region';
const diagnostic = reportWarning('value-unlisted', { summary: '"region" does not list "ue"' });
const warnings = new Map([[toFieldPath('properties', 'region'), diagnostic]]);
const desired = bindConnector(makeConnector('crm'), { warnings });
const written = makeFieldDiff(path, 'git', {
  disposition: { kind: 'write', because: 'differs' },
});

function countWarnings(field: FieldDiff, more: object = {}, part: Partial<Part> | null = null) {
  const diff = makeDiff({ connectors: [connectorDiff('crm', [field], { desired, ...more })] });
  const whole: Part = {
    values: 'git',
    objects: new Set<Address>(),
    fields: new Map(),
    notices: [],
  };
  return listWarnings(part === null ? diff : { ...diff, part: { ...whole, ...part } }).length;
}

it('warns of what the plan writes, and of nothing that is there already', () => {
  expect(countWarnings(written)).toBe(1);
  expect(countWarnings(makeFieldDiff(path, 'same'))).toBe(0);
});

it('warns of all fields of an object that is new, but of those of others', () => {
  expect(countWarnings(makeFieldDiff(path, 'not-compared'), absent)).toBe(1);
  const because = { kind: 'owned-by-others', owner: 'observed' } as const;
  const observed = makeFieldDiff(path, 'new', { disposition: { kind: 'keep', because } });
  expect(countWarnings(observed, absent)).toBe(0);
});

it('warns in a revert, which writes what Git has, and not in an undo, which does not', () => {
  expect(countWarnings(written, {}, { values: 'git' })).toBe(1);
  expect(countWarnings(written, {}, { values: 'earlier' })).toBe(0);
});

it('warns of an unknown word that it writes, unless each command warns of it', () => {
  const because = 'differs' as const;
  const listCodes = (word: string, comparison: 'git' | 'same' = 'git') => {
    const field = makeFieldDiff('errorAction', comparison, {
      desired: plainField('errorAction', word),
      ...(comparison === 'git' ? { disposition: { kind: 'write', because } } : {}),
    });
    return listWarnings(makeDiff({ cycles: [cycleDiff('sync', [field])] })).map((notice) =>
      notice.kind === 'warning' ? notice.diagnostic.code : null,
    );
  };
  expect(listCodes('StopAll')).toEqual(['word-unknown']);
  expect(listCodes('StopAll', 'same')).toEqual([]);
  expect(listCodes('Retri')).toEqual([]);
  expect(listCodes('Retry')).toEqual([]);
});
