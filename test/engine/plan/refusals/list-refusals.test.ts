import { describe, expect, it } from 'vitest';
import { listNotices } from '../../../../src/engine/plan/notices/list-notices.ts';
import { listRefusals } from '../../../../src/engine/plan/refusals/list-refusals.ts';
import { toDeposedAddress } from '../../../../src/model/desired/scope/deposed.ts';
import {
  at,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../../support/values/make-desired.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeDeposed,
  makeDiff,
  makeFieldDiff,
  makeRecord,
  plain,
  secretField,
} from '../../../support/values/make-field-diff.ts';
import { liveCycle } from '../../../support/values/make-live.ts';

const renamed = makeFieldDiff('displayName', 'git');
const running = { live: liveCycle('1', { name: 'Sync', status: 'Active' }) };

function codesOf(diff: ReturnType<typeof makeDiff>): string[] {
  return listRefusals(diff).map((item) => item.code);
}

it('lets through what can be done', () => {
  const cycles = [cycleDiff('sync', [renamed])];
  expect(listRefusals(makeDiff({ connectors: [connectorDiff('crm', [renamed])], cycles }))).toEqual(
    [],
  );
});

describe('what cannot be changed on what exists', () => {
  const version = makeFieldDiff('connector/version', 'git', { live: plain('1') });

  it('is refused with what it is', () => {
    expect(listRefusals(makeDiff({ connectors: [connectorDiff('crm', [version])] }))).toMatchObject(
      [
        {
          code: 'change-refused',
          summary: 'connector/version cannot be changed after creation; it is "1"',
          address: 'northwind/connectors/crm/connector/version',
          at: at(1),
        },
      ],
    );
  });

  it('is no matter on what is new or the same', () => {
    const fresh = connectorDiff('crm', [makeFieldDiff('connector/version', 'new')], absent);
    const same = connectorDiff('crm', [makeFieldDiff('connector/version', 'same')]);
    expect(codesOf(makeDiff({ connectors: [fresh, same] }))).toEqual([]);
  });
});

describe('a secret without a value', () => {
  const missing = makeFieldDiff('auth', 'not-compared', {
    desired: secretField('auth', null),
  });

  it('is refused where something is to be made with it', () => {
    const crm = connectorDiff('crm', [missing], absent);
    expect(listRefusals(makeDiff({ connectors: [crm] }))).toMatchObject([
      {
        code: 'secret-missing',
        summary: expect.stringMatching(/^\$CRM_KEY is not set, and/),
        remedy: 'Set it, and run the command again.',
      },
    ]);
  });

  it('is refused with what is wrong with its file', () => {
    const field = secretField('auth', null);
    const secret = { ref: { file: 'secrets/crm' }, fingerprint: null, lack: 'empty' } as const;
    const empty = makeFieldDiff('auth', 'not-compared', {
      desired: { ...field, value: { kind: 'secret', secret } },
    });
    const crm = connectorDiff('crm', [empty], absent);
    expect(listRefusals(makeDiff({ connectors: [crm] }))).toMatchObject([
      {
        summary: expect.stringMatching(/^secrets\/crm is empty, and/),
        remedy: 'Write the secret into it, and run the command again.',
      },
    ]);
  });

  it('is left alone where it exists', () => {
    expect(codesOf(makeDiff({ connectors: [connectorDiff('crm', [missing])] }))).toEqual([]);
  });
});

describe('an unknown schedule', () => {
  it('is refused where a running cycle would have to be paused for an edit', () => {
    const cycle = cycleDiff('sync', [renamed], running);
    expect(listRefusals(makeDiff({ cycles: [cycle] }))).toMatchObject([
      { code: 'schedule-unknown', at: at(1), address: 'northwind/cycles/sync' },
    ]);
  });

  it('is no matter where the manifest, the state or the service has one', () => {
    const desired = nameOne(makeCycle('sync', { activity: toActivity('active', quarterly) }));
    const read = { live: { ...running.live, schedule: quarterly } };
    const cycles = [
      cycleDiff('one', [renamed], { ...running, desired }),
      cycleDiff('two', [renamed], read),
      cycleDiff('three', [makeFieldDiff('displayName', 'same')], running),
    ];
    expect(codesOf(makeDiff({ cycles }))).toEqual([]);
  });
});

describe('a replacement without a known schedule', () => {
  it.each([
    ['is refused where the old one runs', 'Active', true],
    ['waits for its schedule where the old one is paused too', 'Paused', false],
  ])('%s', (_, status, isIt) => {
    const desired = makeCycle('sync', { activity: toActivity('active', null) });
    const { address } = desired;
    const record = makeRecord({ address: toDeposedAddress(address, 1), kind: 'cycle' });
    const deposed = [makeDeposed({ live: liveCycle('2', { status }), record })];
    const fields = [makeFieldDiff('state', 'git')];
    const cycle = cycleDiff('sync', fields, { desired: nameOne(desired), deposed });
    const diff = makeDiff({ cycles: [cycle] });
    const text = `${address} must run in place of another cycle, and its schedule is unknown`;
    expect(listRefusals(diff).map(({ summary }) => summary)).toEqual(isIt ? [text] : []);
    expect(listNotices(diff).some(({ kind }) => kind === 'not-started')).toBe(!isIt);
  });
});
