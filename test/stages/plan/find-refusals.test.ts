import { describe, expect, it } from 'vitest';
import { findRefusals } from '../../../src/stages/plan/find-refusals.ts';
import { at, makeCycle, nameOne, quarterly, toActivity } from '../make-desired.ts';
import { liveCycle } from '../make-live.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeVerdict,
  plain,
  secretField,
} from '../make-verdict.ts';

const renamed = makeVerdict('displayName', 'manifest');
const running = { live: liveCycle('1', { name: 'Sync', status: 'Active' }) };

function codesOf(diff: ReturnType<typeof makeDiff>): string[] {
  return findRefusals(diff).map((item) => item.code);
}

it('lets through what can be done', () => {
  const cycles = [cycleDiff('sync', [renamed])];
  expect(findRefusals(makeDiff({ connectors: [connectorDiff('crm', [renamed])], cycles }))).toEqual(
    [],
  );
});

describe('what cannot be changed on what exists', () => {
  const version = makeVerdict('connector/version', 'manifest', { live: plain('1') });

  it('is refused with what it is', () => {
    expect(findRefusals(makeDiff({ connectors: [connectorDiff('crm', [version])] }))).toMatchObject(
      [
        {
          code: 'change-refused',
          summary: 'connector/version cannot be changed on what exists; it is "1"',
          address: 'northwind/connectors/crm/connector/version',
          at: at(1),
        },
      ],
    );
  });

  it('is no matter on what is new or the same', () => {
    const fresh = connectorDiff('crm', [makeVerdict('connector/version', 'new')], absent);
    const same = connectorDiff('crm', [makeVerdict('connector/version', 'same')]);
    expect(codesOf(makeDiff({ connectors: [fresh, same] }))).toEqual([]);
  });
});

describe('a secret without a value', () => {
  const missing = makeVerdict('auth', 'not-compared', {
    desired: secretField('auth', null),
    isChange: false,
  });

  it('is refused where something is to be made with it', () => {
    const crm = connectorDiff('crm', [missing], absent);
    expect(findRefusals(makeDiff({ connectors: [crm] }))).toMatchObject([
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
    const empty = makeVerdict('auth', 'not-compared', {
      desired: { ...field, value: { kind: 'secret', secret } },
    });
    const crm = connectorDiff('crm', [empty], absent);
    expect(findRefusals(makeDiff({ connectors: [crm] }))).toMatchObject([
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
    expect(findRefusals(makeDiff({ cycles: [cycle] }))).toMatchObject([
      { code: 'schedule-unknown', at: at(1), address: 'northwind/cycles/sync' },
    ]);
  });

  it('is no matter where the manifest, the memory or the service tells one', () => {
    const desired = nameOne(makeCycle('sync', { activity: toActivity('active', quarterly) }));
    const read = { live: { ...running.live, schedule: quarterly } };
    const cycles = [
      cycleDiff('one', [renamed], { ...running, desired }),
      cycleDiff('two', [renamed], read),
      cycleDiff('three', [makeVerdict('displayName', 'same')], running),
    ];
    expect(codesOf(makeDiff({ cycles }))).toEqual([]);
  });
});
