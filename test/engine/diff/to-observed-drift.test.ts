import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { listDrift } from '../../../src/engine/diff/list-drift.ts';
import { toObservedDrift } from '../../../src/engine/diff/to-observed-drift.ts';
import { toKeyedHash } from '../../../src/kit/hash.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import {
  accountDiff,
  connectorDiff,
  makeDiff,
  makeFieldDiff,
  plain,
} from '../../support/values/make-field-diff.ts';

const makeKey = (id: string) => {
  const key = createSecretKey(id, 'utf8');
  return (text: string) => toFingerprint(id, toKeyedHash(key, text));
};
const print = makeKey('0a1b2c3d');

function printsOf(value: string | number | null, printer = print) {
  const timezone = makeFieldDiff('timezone', 'live', { live: plain(value) });
  const diff = makeDiff({
    account: accountDiff([timezone]),
    connectors: [
      connectorDiff('crm', [makeFieldDiff('displayName', 'live', { live: plain(value) })]),
    ],
  });
  return toObservedDrift(diff, listDrift(diff), printer);
}

it('fingerprints what is there with the key, and shows nothing of it', () => {
  const [account, crm] = printsOf('7');
  expect(account).toMatchObject({ address: 'northwind', path: 'timezone', kind: 'field' });
  expect(account?.print).toMatch(/^0a1b2c3d:[0-9a-f]+$/);
  expect(printsOf('7')[0]).toEqual(account);
  expect(printsOf('8')[0]?.print).not.toBe(account?.print);
  expect(printsOf(7)[0]?.print).not.toBe(account?.print);
  expect(printsOf('7', makeKey('99999999'))[0]?.print).not.toContain(account?.print?.split(':')[1]);
  // Who reads the notes does not see that two places have one value.
  expect(crm?.print).not.toBe(account?.print);
});

it('fingerprints nothing with a key of the run alone, and nothing that is gone', () => {
  expect(printsOf('7', makeKey('run-1')).map((item) => item.print)).toEqual([null, null]);
  const crm = connectorDiff('crm', [makeFieldDiff('displayName', 'new')]);
  const diff = makeDiff({ connectors: [{ ...crm, live: null, record: null, missing: 'gone' }] });
  expect(toObservedDrift(diff, listDrift(diff), print)).toMatchObject([
    { kind: 'gone', print: null },
  ]);
});
