import { expect, it } from 'vitest';
import { listManifestMoves } from '../../../src/engine/verify/list-manifest-moves.ts';
import type { AccountDiff } from '../../../src/model/diff/field-diff.ts';
import { formatMoves } from '../../../src/reports/blocks/words/format-moves.ts';
import { plainField } from '../../support/values/make-desired.ts';
import {
  absent,
  accountDiff,
  connectorDiff,
  fingerprint,
  makeDiff,
  makeFieldDiff,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';
import { planDiff } from '../../support/values/make-plan.ts';

function planOf(diff: AccountDiff, desired: string) {
  return { ...planDiff(diff), desired };
}

function tell(then: AccountDiff, now: AccountDiff): readonly string[] {
  const look = { plan: planOf(now, 'now'), diff: now, fingerprint };
  return formatMoves(listManifestMoves(planOf(then, 'then'), look));
}

const zone = (wants: string, state: 'git' | 'same' = 'git', there = 'there') =>
  makeDiff({
    account: accountDiff([
      makeFieldDiff('timezone', state, {
        desired: plainField('timezone', wants),
        live: plain(there),
      }),
    ]),
  });
const none = makeDiff({ account: accountDiff([]) });

it('lists nothing where the manifest is the same', () => {
  const look = { plan: planOf(zone('UTC'), 'then'), diff: zone('UTC'), fingerprint };
  expect(listManifestMoves(planOf(zone('CET'), 'then'), look)).toEqual([]);
});

it('lists a field that wants another value, with both', () => {
  expect(tell(zone('UTC'), zone('CET'))).toEqual([
    'northwind/timezone: the manifest wanted "UTC", now wants "CET"',
  ]);
});

it('lists a field that is wanted again as it is on the service', () => {
  expect(tell(zone('UTC'), zone('there', 'same'))).toEqual([
    'northwind/timezone: the manifest wanted "UTC", now wants "there"',
  ]);
});

it('lists a field that was wanted as it is on the service, and one that the manifest names no more', () => {
  expect(tell(zone('there', 'same'), zone('CET'))).toEqual([
    'northwind/timezone: the manifest wanted "there", now wants "CET"',
  ]);
  expect(tell(zone('UTC'), none)).toEqual([
    'northwind/timezone: the manifest wanted "UTC", now does not name it',
  ]);
});

it('excludes what changed in the service', () => {
  const moved = makeDiff({ account: accountDiff([makeFieldDiff('timezone', 'live')]) });
  expect(tell(zone('wanted', 'same', 'wanted'), moved)).toEqual([]);
});

it('lists an entry that came or went, and not its fields', () => {
  const crm = connectorDiff('crm', [makeFieldDiff('description', 'new')], absent);
  const made = makeDiff({ connectors: [crm] });
  const without = makeDiff({});
  expect(tell(without, made)).toEqual([
    'northwind/connectors/crm: the manifest had no such entry, now has one',
  ]);
  expect(tell(made, without)).toEqual([
    'northwind/connectors/crm: the manifest had this entry, now has none',
  ]);
});

it('names a secret by its reference alone', () => {
  const crm = (field: ReturnType<typeof secretField>) =>
    makeDiff({
      connectors: [connectorDiff('crm', [makeFieldDiff('auth', 'git', { desired: field })])],
    });
  const other = secretField('auth', 'not-a-secret');
  const renamed = {
    ...other,
    value: { ...other.value, secret: { fingerprint: fingerprint('x'), ref: { env: 'OTHER_KEY' } } },
  } as ReturnType<typeof secretField>;
  expect(tell(crm(other), crm(renamed))).toEqual([
    'northwind/connectors/crm/auth: the manifest wanted secret from $CRM_KEY, now wants secret from $OTHER_KEY',
  ]);
});
