import type { Address } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import type { StateTally } from '../../../model/state/state-entry.ts';
import type { StateObject } from '../../../model/state/state-object.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';

/** Formats the state of all accounts as data, an account a line. */
export async function* formatStateJson(
  states: AsyncIterable<AccountState>,
): AsyncGenerator<string, void, undefined> {
  yield `${formatDocumentHead('state')},\n"accounts":[`;
  let separator = '\n';
  for await (const { account, objects, pauses, creates, writes } of states) {
    yield separator +
      formatSafeJson({
        account,
        objects: [...objects.values()].map(toRecordData),
        pauses: [...pauses.values()],
        creates: [...creates.values()],
        writes: [...writes.values()],
      });
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Formats addresses removed from state as data. */
export function formatRemovedJson(addresses: readonly Address[]): string {
  return `${formatDocumentHead('state')},"forgotten":${formatSafeJson(addresses)}}\n`;
}

/** Formats what a command recorded on behalf of a person, as data. */
export function formatRecordedJson(
  noted:
    | { readonly settled: { readonly address: string; readonly finding: object } }
    | { readonly target: { readonly address: string; readonly isAccepted: boolean } }
    | { readonly unlocked: string },
): string {
  return `${formatDocumentHead('state')},${formatSafeJson(noted).slice('{'.length)}\n`;
}

/** Formats an export or import as data: records by kind. */
export function formatTransferJson(does: 'exported' | 'imported', tally: StateTally): string {
  return `${formatDocumentHead('state')},"${does}":${formatSafeJson(tally)}}\n`;
}

/** Formats one object as data; hides the value of a secret. */
export function formatStateEntryJson({ address, record, sides }: StateObject): string {
  const object = {
    address,
    remembered: record === null ? null : toRecordData(record),
    ...(sides === null ? {} : { sides }),
  };
  return `${formatDocumentHead('state')},"object":${formatSafeJson(object)}}\n`;
}

function toRecordData(record: ObjectRecord): object {
  const applied = Object.entries(record.applied).map(([path, value]) => [
    path,
    toAppliedData(value),
  ]);
  return { ...record, applied: Object.fromEntries(applied) };
}

function toAppliedData(value: AppliedValue): object {
  return value.kind === 'plain' ? value : { kind: 'secret', origin: value.origin };
}
