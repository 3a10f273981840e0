import {
  type Answer,
  type ApiFailure,
  formatFailure,
} from '../../../model/diagnostic/api-failure.ts';
import { isUnreadable } from '../../../model/diff/disposition.ts';
import {
  type AccountDiff,
  type ConnectorDiff,
  type CycleDiff,
  isAmbiguity,
} from '../../../model/diff/field-diff.ts';
import { findNewerRelease, type LiveCycle } from '../../../model/live/live.ts';
import type { Notice } from '../../../model/plan/notice.ts';

/**
 * Lists notices about running cycles and unreadable fields, which a plan does not need. `behind`
 * are cycles behind their templates; null if not read. Skips fields that other notices name.
 */
export function listLiveNotices(
  diff: AccountDiff,
  behind: Answer<readonly LiveCycle[]> | null,
  others: readonly Notice[],
): Notice[] {
  const { address } = diff.account;
  return [
    ...diff.cycles.flatMap(({ address: cycle, live }): Notice[] => {
      const { errorCount: errors = 0, warningCount: warnings = 0 } = live ?? {};
      return errors + warnings > 0 ? [{ kind: 'troubled', address: cycle, errors, warnings }] : [];
    }),
    ...[...diff.connectors, ...diff.cycles].flatMap(listUnclear),
    ...diff.connectors.flatMap(listBehindRelease),
    ...(behind?.ok === true ? listBehind(diff, behind.value) : []),
    ...(behind?.ok === false && isAnswered(behind.failure)
      ? [{ kind: 'behind-unread', address, why: formatFailure(behind.failure) } as const]
      : []),
    ...listUnshown(diff, others),
    ...(diff.uncompared === undefined
      ? []
      : [{ kind: 'uncompared', address, fields: diff.uncompared } as const]),
  ];
}

/** True if a cycle of the account has a template; otherwise the service is not asked. */
export function isPossiblyBehind({ cycles }: AccountDiff): boolean {
  return cycles.some(({ live }) => live !== null && live.templateId !== null);
}

function listBehind({ cycles }: AccountDiff, behind: readonly LiveCycle[]): Notice[] {
  const ids = new Set(behind.map(({ id }) => id));
  return cycles.flatMap(({ address, live }): Notice[] =>
    live !== null && ids.has(live.id) ? [{ kind: 'behind-template', address }] : [],
  );
}

// Another version than the one in Git is a difference of its own.
function listBehindRelease({ address, live, desired }: ConnectorDiff): Notice[] {
  const { version } = desired.desired.connector;
  if (live === null || (version !== null && live.release.version !== version)) return [];
  const behind = findNewerRelease(live.release, desired.latest);
  return behind === null ? [] : [{ kind: 'behind-release', address, ...behind }];
}

function listUnclear({ address, live, desired }: ConnectorDiff | CycleDiff): Notice[] {
  if (live !== null) return [];
  return desired.refusals
    .filter(isAmbiguity)
    .map(({ summary: why }): Notice => ({ kind: 'unclear', address, why }));
}

// A service without this list reads the word as the id of a cycle.
function isAnswered({ kind }: ApiFailure): boolean {
  return kind !== 'not-offered' && kind !== 'not-found';
}

function listUnshown(diff: AccountDiff, others: readonly Notice[]): Notice[] {
  const named = new Set(
    others.flatMap((notice) =>
      'path' in notice ? [JSON.stringify([notice.address, notice.path])] : [],
    ),
  );
  const fields = [diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) =>
    object.fields
      .filter((field) => {
        const { path } = field;
        return isUnreadable(field) && !named.has(JSON.stringify([object.address, path]));
      })
      .map(({ path }) => ({ address: object.address, path })),
  );
  const { address } = diff.account;
  return fields.length === 0 ? [] : [{ kind: 'unshown', address, fields }];
}
