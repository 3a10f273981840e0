import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { Observation, RunContext } from '../../../engine/observe/run-context.ts';
import { fromDesired, type Selected } from '../../../engine/observe/source.ts';
import { toAccountAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import type { DestroyTarget } from './destroy-target.ts';

/**
 * Observes an account to destroy as if Git declared nothing in it, because a broken or missing
 * manifest must not block a destroy.
 */
export function observeDestroyTarget(
  context: RunContext,
  target: DestroyTarget,
): Promise<Observation> {
  const source = fromDesired({ desired: toBare(target, context.environment) });
  return observeAccount(context, source, { select: refuseEarlierKey });
}

// Uses a placeholder span, because an account without a manifest is found by its state.
const noPlace = { file: projectFile, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };

function toBare({ account, id, at }: DestroyTarget, environment: string): DesiredAccount {
  return {
    key: account,
    environment,
    address: toAccountAddress(account),
    id,
    at: at ?? noPlace,
    idAt: at ?? noPlace,
    name: account,
    fields: new Map(),
    ownership: [],
    ignores: [],
    connectors: { kind: 'set', value: new Map() },
    cycles: { kind: 'set', value: new Map() },
  };
}

function refuseEarlierKey(diff: AccountDiff): Selected {
  const { account, state } = diff;
  if (state.movedFrom === undefined) return { kind: 'observed', diff };
  return {
    kind: 'refused',
    diagnostics: [
      reportError('not-remembered', {
        summary: `${diff.desired.key} is in state as ${state.movedFrom}, its earlier key`,
        address: account.address,
        remedy: 'Apply first to move its state entry, which sends nothing; then destroy it.',
      }),
    ],
  };
}
