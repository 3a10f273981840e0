import { describe, expect, it } from 'vitest';
import { listLiveNotices } from '../../../../src/engine/plan/notices/list-live-notices.ts';
import type { ConnectorDiff } from '../../../../src/model/diff/field-diff.ts';
import type { ConnectorRelease, LiveConnector } from '../../../../src/model/live/live.ts';
import {
  at,
  bindConnector,
  makeConnector,
  makeRelease,
} from '../../../support/values/make-desired.ts';
import { absent, connectorDiff, makeDiff } from '../../../support/values/make-field-diff.ts';
import { liveConnector } from '../../../support/values/make-live.ts';

type Given = {
  readonly installed?: Partial<LiveConnector['release']>;
  readonly latest?: Partial<ConnectorRelease> | null;
  /** The version that Git pins. */
  readonly pinned?: string;
  readonly more?: Partial<ConnectorDiff>;
};

function listBehind({ installed, latest, pinned, more }: Given) {
  const desired = makeConnector('crm', {
    connector: { name: 'Sample CRM', version: pinned ?? null, at: at(11) },
  });
  const release = latest === null ? null : makeRelease({ id: '20', version: '2.0', ...latest });
  const live = liveConnector('live-crm', {
    release: { id: '10', name: 'Sample CRM', version: '1.0', ...installed },
  });
  const connector = connectorDiff('crm', [], {
    desired: bindConnector(desired, { latest: release }),
    live,
    ...more,
  });
  return listLiveNotices(makeDiff({ connectors: [connector] }), null, []);
}

const notice = {
  kind: 'behind-release',
  address: 'northwind/connectors/crm',
  name: 'Sample CRM',
  installed: { id: '10', version: '1.0' },
  latest: { id: '20', version: '2.0' },
} as const;

describe('a connector behind the latest release', () => {
  it('is reported with what is installed and what is the latest', () => {
    expect(listBehind({})).toEqual([notice]);
  });

  it('is one whose version compares lower by its numbers, whatever the ids are', () => {
    const installed = { id: '30', version: '9.0' };
    const latest = { id: '20', version: '10.0' };
    expect(listBehind({ installed, latest })).toEqual([{ ...notice, installed, latest }]);
  });

  it('is reported under the version that Git pins, too', () => {
    expect(listBehind({ pinned: '1.0' })).toEqual([notice]);
  });

  it('is one of the same version with a lower id', () => {
    const installed = { id: '9', version: '2.0' };
    expect(listBehind({ installed })).toEqual([{ ...notice, installed }]);
    const [unversioned, latest] = [
      { id: '9', version: null },
      { id: '20', version: null },
    ];
    expect(listBehind({ installed: unversioned, latest })).toEqual([
      { ...notice, installed: unversioned, latest },
    ]);
  });
});

it.each<[string, Given]>([
  ['has the latest release', { installed: { id: '20', version: '2.0' } }],
  ['has a release that is newer than all of the catalog', { installed: { version: '3.0' } }],
  ['has a newer release of its version', { installed: { id: '21', version: '2.0' } }],
  ['has a release of unknown id', { installed: { id: null } }],
  ['has a release whose id is no number', { installed: { id: 'x', version: '2.0' } }],
  ['has a release of unknown version', { installed: { version: null } }],
  ['has a version, and the catalog shows none', { latest: { version: null } }],
  ['is in no release of the catalog', { latest: null }],
  ['has another version than Git pins, which is a difference', { pinned: '2.0' }],
  ['is another connector than Git names', { installed: { name: 'Sample Mailer' } }],
  ['is yet to be installed', { more: absent }],
])('says nothing of a connector that %s', (_, given) => {
  expect(listBehind(given)).toEqual([]);
});
