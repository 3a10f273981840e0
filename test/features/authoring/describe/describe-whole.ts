import { describeAccount } from '../../../../src/features/authoring/describe/account/describe-account.ts';
import { makeHiddenTexts } from '../../../../src/features/authoring/describe/secrets/make-hidden-texts.ts';
import {
  makePrefixes,
  SecretNames,
} from '../../../../src/features/authoring/describe/secrets/secret-names.ts';
import type {
  ConnectorRelease,
  LiveMapping,
  TemplateItem,
} from '../../../../src/model/live/live.ts';
import type { WholeAccount, WholeCycle } from '../../../../src/model/live/reading.ts';
import { makeEmptyState } from '../../../../src/model/state/account-state.ts';
import { makeSecrets } from '../../../service/open-for-test.ts';
import {
  liveAccount,
  liveCycle,
  liveStep,
  noRules,
  shapeOf,
  target,
  variable,
} from '../../../support/values/make-live.ts';

// Small accounts that are described.

export const { fingerprint } = makeSecrets({});
/** The one connector that there is. */
export const release: ConnectorRelease = {
  id: '1',
  name: 'Sample CRM',
  version: '1',
  description: null,
  categories: [],
  isNative: false,
  authentications: [{ id: 'a', name: 'API key', type: 'ApiKey' }],
  properties: [
    { name: 'region', isSensitive: false, ...noRules },
    { name: 'ClientSecret', isSensitive: true, ...noRules },
  ],
};
/** The one template that there is. */
export const sync: TemplateItem = {
  id: 'template-1',
  name: 'Sync',
  description: 'From the template.',
  tags: ['mail'],
  connectors: [],
};

/** Describes an account. */
export function describeWhole(
  whole: Partial<WholeAccount>,
  more: Partial<Parameters<typeof describeAccount>[1]> = {},
) {
  const begin = makePrefixes(['northwind']).get('northwind') ?? { prefix: '', rivals: [] };
  const all = { account: liveAccount(), connectors: [], cycles: [], ...whole };
  const state = more.state ?? makeEmptyState('northwind');
  const releases = more.releases ?? [release];
  const { written, leftOut, remarks } = describeAccount(all, {
    key: 'northwind',
    environment: null,
    state,
    hidden: makeHiddenTexts(all, { releases, state, print: fingerprint }),
    releases,
    drafts: new Map(),
    templates: [sync],
    names: new SecretNames(begin, new Set()),
    isFull: false,
    now: '2026-12-01T05:00:00Z',
    ...more,
  });
  return { written, spec: written.spec, said: leftOut.map(({ summary }) => summary), remarks };
}

/** A cycle of the template with these mappings. */
export function cycleOf(
  more: Partial<WholeCycle> = {},
  mappings: readonly LiveMapping[] = [],
): WholeCycle {
  const list = liveStep('s1', { name: 'List', responses: [{ id: '7', name: 'Email' }] });
  const fields = [
    target('1', 'Status'),
    target('2', 'Token', { isSensitive: true }),
    target('3', 'apiKey'),
  ];
  const save = liveStep('s2', { name: 'Save', fields });
  return {
    live: liveCycle('c1', { description: 'From the template.', tags: ['mail', 'cyclectl:old'] }),
    reading: {
      shape: shapeOf([list, save], [variable('region', 'eu'), variable('twin'), variable('twin')]),
      parameters: new Map(),
      fields: new Map([['s2', mappings]]),
    },
    template: sync,
    shape: null,
    ...more,
  };
}
