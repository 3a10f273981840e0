import { describe, expect, it } from 'vitest';
import { findCauses } from '../../../../../src/features/inspect/incidents/why/find-causes.ts';
import type {
  DriftEvent,
  ErrorEvent,
  RunEvent,
  SignInEvent,
  WhyEvent,
} from '../../../../../src/features/inspect/incidents/why/why-event.ts';
import type { Address, FieldPath } from '../../../../../src/model/address.ts';

const cycle = 'a/cycles/orders' as Address;

function makeErrors(more: Partial<ErrorEvent> = {}): ErrorEvent {
  return {
    kind: 'errors',
    level: 'error',
    step: 'Write order',
    message: 'Failed to call the method',
    status: 422,
    count: 3,
    firstAt: '2026-12-01T12:00:00Z',
    lastAt: '2026-12-01T13:00:00Z',
    ...more,
  };
}

function makeRun(at: string, changed = `${cycle}/steps/Write order/fields/Status`): RunEvent {
  return {
    kind: 'run',
    at,
    run: at,
    command: 'apply',
    author: 'ada',
    commit: null,
    outcome: 'done',
    changed: [changed as Address],
  };
}

function makeDrift(path: string, since: string | null): DriftEvent {
  return {
    kind: 'drift',
    item: {
      address: cycle,
      path: path as FieldPath,
      kind: 'field',
      moved: 'live',
      wanted: { kind: 'unknown' },
      before: { kind: 'unknown' },
      now: { kind: 'unknown' },
      at: null,
      impact: 'none',
      since,
    } as unknown as DriftEvent['item'],
  };
}

const signedOut: SignInEvent = {
  kind: 'sign-in',
  connector: 'a/connectors/crm' as Address,
  since: null,
};

function list(events: readonly WhyEvent[], lastSuccess: string | null = null): string[] {
  return findCauses(events, lastSuccess).map(({ kind }) => kind);
}

describe('an apply', () => {
  it('that changed the failing step before the first error is likelier than the answer of the third party', () => {
    expect(list([makeErrors(), makeRun('2026-12-01T11:56:00Z')])).toEqual(['run', 'data']);
  });

  it('explains less if a run without an error came between', () => {
    const events = [makeErrors(), makeRun('2026-12-01T11:00:00Z')];
    expect(list(events, '2026-12-01T11:45:00Z')).toEqual(['data', 'run']);
    expect(list(events, '2026-12-01T10:00:00Z')).toEqual(['run', 'data']);
  });

  it('explains less if it was longer than a day before', () => {
    expect(list([makeErrors(), makeRun('2026-11-29T11:00:00Z')])).toEqual(['data', 'run']);
  });

  it('is no cause of errors that came before it, or whose time is unknown', () => {
    expect(list([makeErrors(), makeRun('2026-12-01T12:30:00Z')])).toEqual(['data']);
    const timeless = makeErrors({ firstAt: null, lastAt: null });
    expect(list([timeless, makeRun('2026-12-01T11:56:00Z')])).toEqual(['data']);
  });

  it('rests on all errors that came after it, and is listed once', () => {
    const other = makeErrors({ step: 'Mark order', status: null });
    const [first, ...others] = findCauses(
      [makeErrors(), other, makeRun('2026-12-01T11:56:00Z')],
      null,
    );
    expect(first?.restsOn.map(({ kind }) => kind)).toEqual(['run', 'errors', 'errors']);
    expect(others.map(({ kind }) => kind)).toEqual(['data']);
  });
});

describe('a change outside Git', () => {
  it('of the failing step is likelier than one of another part', () => {
    const causes = findCauses(
      [makeErrors(), makeDrift('schedule', null), makeDrift('steps/Write order/fields/A', null)],
      null,
    );
    const paths = causes.flatMap(({ restsOn: [first] }) =>
      first?.kind === 'drift' ? [first.item.path] : [],
    );
    expect(paths).toEqual(['steps/Write order/fields/A', 'schedule']);
  });

  it('explains less if it was noticed after the last error', () => {
    const late = makeDrift('steps/Write order/fields/A', '2026-12-01T14:00:00Z');
    expect(list([makeErrors(), late])).toEqual(['data', 'drift']);
  });
});

describe('errors of a sign-in', () => {
  const refused = makeErrors({ message: 'Failed to authenticate the connector', status: 401 });

  it('are of the connector that is not signed in', () => {
    expect(list([refused, signedOut])).toEqual(['sign-in']);
  });

  it('are of credentials that the third party refuses if all are signed in', () => {
    expect(list([refused])).toEqual(['credentials']);
  });

  it('do not make other errors those of a connector that is not signed in', () => {
    expect(list([makeErrors({ status: null }), signedOut])).toEqual([]);
  });
});

it.each([
  [429, 'rate'],
  [500, 'third-party'],
  [503, 'third-party'],
  [404, 'data'],
])('status %i is about %s', (status, kind) => {
  expect(list([makeErrors({ status })])).toEqual([kind]);
});

it('errors that follow from others are no errors of their own', () => {
  const following = makeErrors({ message: 'Required source is empty', status: null });
  const run = makeRun('2026-12-01T11:56:00Z');
  expect(findCauses([makeErrors({ status: 500 }), following, run], null)).toHaveLength(2);
  expect(list([following, run])).toEqual(['run']);
});

it('a stopped cycle is a cause without errors, and an old release is none', () => {
  const stopped = { kind: 'stopped', state: 'Paused', wants: 'active' } as const;
  const release = {
    kind: 'release',
    connector: null,
    name: 'Sample CRM',
    installed: { id: '1', version: '1.0' },
    latest: { id: '2', version: '2.0' },
  } as const;
  expect(list([stopped, release])).toEqual(['stopped']);
  expect(list([makeErrors({ status: null }), release])).toEqual(['release']);
});
