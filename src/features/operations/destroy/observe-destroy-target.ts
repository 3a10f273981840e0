import { decideAccount } from '../../../engine/decide/decide-account.ts';
import { diffAccount } from '../../../engine/diff/diff-account.ts';
import { readListing } from '../../../engine/live/read-listing.ts';
import { matchConnectors } from '../../../engine/match/match-connectors.ts';
import { matchCycles } from '../../../engine/match/match-cycles.ts';
import { findAccount } from '../../../engine/observe/find-account.ts';
import type { Observation, RunContext } from '../../../engine/observe/observe-account.ts';
import { toAccountAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import type { DestroyTarget } from './destroy-target.ts';

/**
 * Observes an account to destroy as if Git declared nothing in it, because a broken or missing
 * manifest must not block a destroy.
 */
export async function observeDestroyTarget(
  context: Omit<RunContext, 'openCatalog'>,
  target: DestroyTarget,
): Promise<Observation> {
  const desired = toBare(target, context.environment);
  const search = await findAccount(context, desired);
  if (search.kind === 'refused') return { kind: 'refused', diagnostics: [search.diagnostic] };
  if (search.kind === 'unread') return toUnread(target, formatFailure(search.failure));
  const { account, state } = search;
  if (state.movedFrom !== undefined) return refuseOtherAccount(target, state.movedFrom);
  const listing = await readListing(context.reader, { desired, account, state });
  if (!listing.ok) return toUnread(target, formatFailure(listing.failure));
  const remembered = { state, gone: listing.value.gone };
  const liveConnectors = listing.value.connectors ?? [];
  const compared = diffAccount(
    {
      desired,
      state,
      account,
      connectors: matchConnectors([], liveConnectors, remembered),
      cycles: [],
      cyclePairs: matchCycles([], listing.value.cycles ?? [], remembered),
      deposed: new Map(),
      templates: [],
      liveConnectors,
      isAccountFirst: false,
      capabilities: context.capabilities,
    },
    { fingerprint: (text) => context.secrets.fingerprint(text), rewrite: false },
  );
  return { kind: 'observed', diff: decideAccount(compared) };
}

// Uses a placeholder span, because an account without a manifest is found by its state.
const noPlace = { file: projectFile, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };

function toBare({ account, id, at }: DestroyTarget, environment: string): DesiredAccount {
  return {
    key: account,
    environment,
    address: toAccountAddress(account),
    id,
    labels: {},
    at: at ?? noPlace,
    name: account,
    fields: new Map(),
    ownership: [],
    ignores: [],
    connectors: { kind: 'set', value: new Map() },
    cycles: { kind: 'set', value: new Map() },
  };
}

function toUnread({ account }: DestroyTarget, why: string): Observation {
  return {
    kind: 'unread',
    diagnostics: [
      {
        code: 'unread',
        severity: 'error',
        summary: `${account} could not be read: ${why}`,
        address: toAccountAddress(account),
        remedy: 'Nothing was destroyed; run the command again.',
      },
    ],
  };
}

function refuseOtherAccount({ account }: DestroyTarget, was: string): Observation {
  return {
    kind: 'refused',
    diagnostics: [
      {
        code: 'not-remembered',
        severity: 'error',
        summary: `${account} is in state as ${was}, its earlier key`,
        address: toAccountAddress(account),
        remedy: 'Apply first to move its state entry, which sends nothing; then destroy it.',
      },
    ],
  };
}
