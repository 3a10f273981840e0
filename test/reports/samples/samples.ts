import {
  type Address,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldPath,
} from '../../../src/model/address.ts';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import type { Change, FieldChange, ShownValue } from '../../../src/model/plan/change.ts';
import type { Notice } from '../../../src/model/plan/notice.ts';
import type { Action, Operation } from '../../../src/model/plan/operation.ts';
import { toOperationId } from '../../../src/model/plan/operation.ts';
import type { OperationOutcome } from '../../../src/model/plan/outcome.ts';
import type { AccountPlan, DriftItem } from '../../../src/model/plan/plan.ts';
import type { DriftAccount, PlannedAccount } from '../../../src/model/report/report.ts';
import type { SourceSpan } from '../../../src/model/source-span.ts';
import { ignoredTimezone } from './owned-notices.ts';

// Pieces of reports that no world makes easily: what was interrupted, what is long, what is hostile.

export const crm = toConnectorAddress('northwind', 'crm');
export const mailer = toConnectorAddress('northwind', 'mailer');
export const contacts = toCycleAddress('northwind', 'contacts-to-mailer');

export function plain(value: PlainValue): ShownValue {
  return { kind: 'plain', value };
}

export const secret: ShownValue = { kind: 'secret', from: null };
export const unknown: ShownValue = { kind: 'unknown' };

export function secretFrom(from: string): ShownValue {
  return { kind: 'secret', from };
}

export function at(line: number, column: number): SourceSpan {
  const file = 'accounts/northwind.yaml';
  return { file, line, column, endLine: line, endColumn: column + 1, pointer: '' };
}

/** A changed field of a path of names, moved by Git where nothing else is said. */
export function changeField(
  names: readonly string[],
  [before, after]: readonly [ShownValue, ShownValue],
  more: Partial<FieldChange> = {},
): FieldChange {
  const isSecret = before.kind === 'secret' || after.kind === 'secret';
  const path = toFieldPath(...names);
  return { path, before, after, secret: isSecret, moved: 'manifest', at: at(31, 21), ...more };
}

/** An update of an object. */
export function update(
  address: Address,
  fields: readonly FieldChange[],
  more: Partial<Extract<Change, { readonly verb: 'update' }>> = {},
): Change {
  const kind = address.includes('/cycles/')
    ? 'cycle'
    : address.includes('/connectors/')
      ? 'connector'
      : 'account';
  const base = { address, kind, name: 'name', impact: 'in-place', reasons: [], at: null } as const;
  return { ...base, verb: 'update', fields, ...more };
}

/** A plan of northwind with these changes and notices. */
export function planned(
  changes: readonly Change[],
  notices: readonly Notice[] = [],
): PlannedAccount {
  const plan: AccountPlan = {
    account: 'northwind',
    id: 'northwind-8812',
    isNew: false,
    desired: 'd',
    secrets: [],
    expects: [],
    changes,
    operations: changes.map((change) => operation(change.address, `writes ${change.address}`)),
    notices,
    notOffered: [],
    notReadable: 0,
    hasNews: false,
    requests: { plan: 9, apply: changes.length === 0 ? 0 : 18 + changes.length },
  };
  return { kind: 'planned', plan };
}

/** An operation that comes after others; `window` as the cycle that it pauses. */
export function operation(
  address: Address,
  does: string,
  more: Partial<Operation> & { readonly action?: Action } = {},
): Operation {
  const action = more.action ?? { kind: 'set-property', path: toFieldPath(does) };
  const id = toOperationId(address, action);
  return { id, address, does, action, repeat: 'safe', after: [], window: null, ...more };
}

/** Outcome of an operation without a message. */
export function became(
  done: Operation,
  result: OperationOutcome['result'],
  diagnostics: OperationOutcome['diagnostics'] = [],
): OperationOutcome {
  return { operation: done, result, diagnostics };
}

/** A field that drifted from one value to another. */
export function drifted(
  names: readonly string[],
  [before, now]: readonly [ShownValue, ShownValue],
  more: Partial<DriftItem> = {},
): DriftItem {
  return {
    address: toAccountAddress('northwind'),
    path: toFieldPath(...names),
    kind: 'field',
    moved: 'live',
    wanted: before,
    before,
    now,
    at: at(10, 13),
    impact: 'in-place',
    since: null,
    ...more,
  };
}

const eachItem: readonly DriftItem[] = [
  drifted(['timezone'], [plain('Europe/Berlin'), plain('Europe/London')], {
    moved: 'both',
    wanted: plain('Europe/Paris'),
    since: '2026-11-20T05:59:00.000Z',
  }),
  drifted(['auth'], [secret, secret], { address: crm, wanted: secretFrom('$KEY') }),
  drifted(['description'], [unknown, plain('text')], {
    moved: 'unknown',
    wanted: plain('other'),
    impact: 'needs-human',
    since: '2026-11-22T05:00:00.000Z',
  }),
  drifted(['auth'], [secret, plain(null)], {
    address: mailer,
    kind: 'authentication-lost',
    impact: 'needs-human',
    since: '2024-11-22T05:00:00.000Z',
  }),
  drifted(['state'], [plain('active'), plain('paused')], {
    address: contacts,
    kind: 'stopped',
    impact: 'interrupts',
  }),
  drifted([], [unknown, unknown], { address: contacts, kind: 'gone', path: null }),
  drifted(['steps', 'Add', 'fields', 'Email'], [plain('x'), plain(null)], {
    address: contacts,
    impact: 'needs-human',
    lost: { thing: 'step', name: 'Add', step: null, isSeveral: false, near: ['Adds'] },
  }),
  drifted(['variables', 'region'], [unknown, plain(null)], {
    address: contacts,
    moved: 'unknown',
    wanted: plain('eu'),
    impact: 'needs-human',
    lost: { thing: 'variable', name: 'region', step: null, isSeveral: false, near: [] },
  }),
];

/** Connectors that are behind another version, another release of theirs, and one without a version. */
const behindReleases: readonly Notice[] = [
  ['1.4', '2.0'],
  ['2.0', '2.0'],
  [null, null],
].map(([was = null, is = null]) => ({
  kind: 'behind-release',
  address: crm,
  name: 'Sample CRM',
  installed: { id: '5121', version: was },
  latest: { id: '5140', version: is },
}));

/** Each way to drift in one account, and one that could not be read. */
export const eachDrift: readonly DriftAccount[] = [
  {
    kind: 'read',
    account: 'northwind',
    at: at(4, 9),
    objects: [],
    manifestMoved: 2,
    notOffered: [],
    notReadable: 0,
    isApplied: true,
    notices: behindReleases,
    ignored: [ignoredTimezone],
    items: eachItem,
  },
  {
    kind: 'unread',
    account: 'fabrikam',
    at: at(4, 9),
    diagnostics: [
      {
        code: 'unread',
        severity: 'error',
        summary: 'connectors could not be read',
        detail: '503 on GET /account/connectors, 4 tries',
      },
    ],
  },
];
