import { startHash } from '../../../kit/hash.ts';
import { isMap } from '../../../kit/json/json.ts';
import { formatShapeFault, type ShapeFault } from '../../../kit/json/shapes.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { toAccountAddress } from '../../../model/address.ts';
import { findStateFault } from '../../../model/state/find-state-fault.ts';
import {
  makeStateTally,
  type StateEntry,
  type StateHead,
  stateFormat,
} from '../../../model/state/state-entry.ts';

/** Expected export: its name for messages, and its environment. */
export type ExpectedState = { readonly file: string; readonly scope: string };

/**
 * Reads the records of an export line by line. Throws `OperationalError` with the line for a file
 * of another program, version or environment, or a damaged one. Damage may show at the last line
 * only.
 */
export function* readState(
  lines: Iterable<string>,
  expected: ExpectedState,
): Generator<StateEntry, void, undefined> {
  const hash = startHash();
  let at = 0;
  let end: { readonly lines: number; readonly digest: string } | null = null;
  for (const line of lines) {
    at += 1;
    const refuse = (what: string) => toErrorAt(`${expected.file}:${at}`, what);
    if (end !== null) throw refuse('the export continues after its last line');
    const value = parseLine(line);
    if (value === null) throw refuse('this is not a line of an export');
    if (at === 1) checkHead(value, expected, refuse);
    else if (isEnd(value)) end = value;
    else yield toEntry(value, refuse);
    if (end === null) hash.add(`${line}\n`);
  }
  const refuse = (what: string) => toErrorAt(`${expected.file}:${at}`, what);
  if (end === null) throw refuse('the export is incomplete');
  if (end.lines !== at - 2)
    throw refuse(`the export has ${at - 2} records and declares ${end.lines}`);
  if (end.digest !== hash.end()) throw refuse('the export was changed: its digest does not match');
}

type Values = Readonly<Record<string, unknown>>;

function parseLine(line: string): Values | null {
  try {
    const value: unknown = JSON.parse(line);
    return isMap(value) ? value : null;
  } catch {
    // Ignores the cause, because the line is invalid either way.
    return null;
  }
}

function checkHead(
  head: Values,
  { scope }: ExpectedState,
  refuse: (what: string) => OperationalError,
): asserts head is StateHead {
  const format = typeof head.format === 'string' ? head.format : '';
  if (!format.startsWith('cyclectl-state/')) throw refuse('this is not an export of a store');
  if (format !== stateFormat) {
    throw refuse(`the format is ${toVisible(format)}; this version reads ${stateFormat}`);
  }
  if (typeof head.scope !== 'string') throw refuse('the export does not name its scope');
  if (head.scope === scope) return;
  throw new OperationalError(`the export is of ${toVisible(head.scope)}, and this is ${scope}`, {
    remedy: `To import it anyway, add --from ${toVisible(head.scope)}`,
  });
}

function isEnd(value: Values): value is { readonly lines: number; readonly digest: string } {
  return typeof value.lines === 'number' && typeof value.digest === 'string';
}

const kinds: ReadonlySet<string> = new Set(Object.keys(makeStateTally()));

function toEntry(value: Values, refuse: (what: string) => OperationalError): StateEntry {
  const fault = findFault(value);
  if (fault === null) return value as StateEntry;
  throw refuse(`this is not a record of a store: ${toVisible(formatShapeFault(fault))}`);
}

/** Records that are of no account or run. */
const ofStore: ReadonlySet<StateEntry['kind']> = new Set([
  'run',
  'target',
  'revocations',
  'revision',
  'fleet',
  'admission',
  'rollout',
]);

function findFault({ kind, record, run, rollout, account }: Values): ShapeFault | null {
  if (!isKind(kind)) return { pointer: '/kind', expected: `one of ${[...kinds].join(', ')}` };
  const fault = findStateFault(kind, record, '/record');
  if (fault !== null || ofStore.has(kind)) return fault;
  if (kind === 'run-account')
    return typeof run === 'string' ? null : { pointer: '/run', expected: 'text' };
  if (kind === 'rollout-account')
    return typeof rollout === 'string' ? null : { pointer: '/rollout', expected: 'text' };
  if (isMap(record) && isOfAccount(account, record.address)) return null;
  return { pointer: '/record/address', expected: 'an address of the account in /account' };
}

function isKind(value: unknown): value is StateEntry['kind'] {
  return typeof value === 'string' && kinds.has(value);
}

function isOfAccount(account: unknown, address: unknown): boolean {
  if (typeof account !== 'string' || typeof address !== 'string') return false;
  const own = toAccountAddress(account);
  return address === own || address.startsWith(`${own}/`);
}

function toErrorAt(location: string, what: string): OperationalError {
  return new OperationalError(`${location}: ${what}`, {
    remedy: 'Export it again with cyclectl state export; nothing was imported.',
  });
}
