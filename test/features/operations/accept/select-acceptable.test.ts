import { expect, it } from 'vitest';
import { makeAcceptanceChange } from '../../../../src/features/operations/accept/make-acceptance-change.ts';
import { selectAcceptable } from '../../../../src/features/operations/accept/select-acceptable.ts';
import { type Address, type FieldPath, toFieldPath } from '../../../../src/model/address.ts';
import type { AppliedValue } from '../../../../src/model/fields/field-value.ts';
import type { BaselineValue } from '../../../../src/model/observed/baseline.ts';
import type { UnmanagedChange } from '../../../../src/model/observed/unmanaged.ts';
import { toFingerprint } from '../../../../src/model/secret/secret.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { makeCycle } from '../../../support/values/make-desired.ts';
import {
  cycleDiff,
  fingerprint,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';

const { address } = makeCycle('sync');
const path = toFieldPath('description');
const plain = (value: string | null): BaselineValue => ({ kind: 'plain', value });

function makeUnmanaged(more: Partial<UnmanagedChange> = {}): UnmanagedChange {
  const at = { file: 'a.yaml', line: 1, column: 1, end: 1, pointer: '' } as never;
  const [was, is] = [plain(null), plain('by hand')];
  const shown = { effect: 'label', response: 'report', at } as const;
  return { address, kind: 'cycle', path, was, is, ...shown, ...more };
}

function select(
  changes: readonly UnmanagedChange[],
  addresses: readonly string[] = [],
  reason = 'agreed',
) {
  const cycles = [cycleDiff('sync', [makeFieldDiff('displayName', 'same')])];
  const request = { addresses: addresses as readonly Address[], group: null, reason };
  return selectAcceptable(makeDiff({ cycles, unmanaged: changes }), request, fingerprint);
}

it('refuses a fingerprint of a key that does not outlast the run, because drift would not know it again', () => {
  const is = { kind: 'secret', read: toFingerprint('run-1', 'ab') } as const;
  expect(select([makeUnmanaged({ is })])).toMatchObject({
    kind: 'refused',
    diagnostics: [{ code: 'accept-refused', address: `${address}/description` }],
  });
  const lasting = { kind: 'secret', read: toFingerprint('k1', 'ab') } as const;
  expect(select([makeUnmanaged({ is: lasting })])).toMatchObject({
    kind: 'found',
    changes: [{ is: lasting }],
  });
});

it('knows the path of each compared member, and of no other, as one without drift', () => {
  const { kind, ...found } = select([], [`${address}/displayName`, `${address}/nothing`]);
  expect(kind).toBe('wrong');
  expect(found).toMatchObject({
    diagnostics: [
      { summary: expect.stringContaining('nothing there that drift compares has changed') },
      { summary: expect.stringContaining('northwind has no such object or field') },
    ],
  });
});

it('keeps the rest of the record, also a secret that was applied at an accepted path', () => {
  const sent: AppliedValue = { kind: 'secret', print: 'k1:aa' } as never;
  const released = toFieldPath('tags');
  const record: ObjectRecord = {
    ...makeRecord({ address, kind: 'cycle' }),
    applied: {
      [path]: sent,
      [released]: { kind: 'plain', value: ['a'] },
      [toFieldPath('state')]: { kind: 'plain', value: 'active' },
    } as Readonly<Record<FieldPath, AppliedValue>>,
    baseline: { [toFieldPath('logRequests')]: { kind: 'plain', value: false } },
    isProtected: true,
  };
  const state = makeAccountState({ objects: [record] });
  const changes = [
    makeUnmanaged(),
    makeUnmanaged({ path: released, is: { kind: 'plain', value: ['b'] } }),
  ];
  expect(makeAcceptanceChange(state, changes)).toEqual({
    account: state.account,
    saveObjects: [
      {
        ...record,
        applied: { [path]: sent, state: { kind: 'plain', value: 'active' } },
        baseline: {
          logRequests: { kind: 'plain', value: false },
          description: plain('by hand'),
          tags: { kind: 'plain', value: ['b'] },
        },
      },
    ],
  });
});
