import type { Address } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { AccountMemory, ObjectRecord } from '../../../model/memory/memory.ts';
import type { RememberedObject } from '../../../model/memory/remembered.ts';
import type { StateTally } from '../../../model/memory/state-entry.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';

/** What we remember of all accounts as data, an account a line. */
export async function* writeMemoryJson(
  memories: AsyncIterable<AccountMemory>,
): AsyncGenerator<string, void, undefined> {
  yield `${writeHead('state')},\n"accounts":[`;
  let separator = '\n';
  for await (const { account, objects, pauses, creates, writes } of memories) {
    yield separator +
      writeSafeJson({
        account,
        objects: [...objects.values()].map(showRecord),
        pauses: [...pauses.values()],
        creates: [...creates.values()],
        writes: [...writes.values()],
      });
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** The addresses that were let go as data. */
export function writeForgottenJson(addresses: readonly Address[]): string {
  return `${writeHead('state')},"forgotten":${writeSafeJson(addresses)}}\n`;
}

/** What a person had a command note, as data: all that such a command does. */
export function writeNotedJson(
  noted:
    | { readonly settled: { readonly address: string; readonly finding: object } }
    | { readonly target: { readonly address: string; readonly isAccepted: boolean } }
    | { readonly unlocked: string },
): string {
  return `${writeHead('state')},${writeSafeJson(noted).slice('{'.length)}\n`;
}

/** What was exported or imported as data: records by their kind. */
export function writeTransferJson(does: 'exported' | 'imported', tally: StateTally): string {
  return `${writeHead('state')},"${does}":${writeSafeJson(tally)}}\n`;
}

/** One object as data; of a secret nothing but that it is one. */
export function writeRememberedJson({ address, record, sides }: RememberedObject): string {
  const object = {
    address,
    remembered: record === null ? null : showRecord(record),
    ...(sides === null ? {} : { sides }),
  };
  return `${writeHead('state')},"object":${writeSafeJson(object)}}\n`;
}

function showRecord(record: ObjectRecord): object {
  const applied = Object.entries(record.applied).map(([path, value]) => [path, showApplied(value)]);
  return { ...record, applied: Object.fromEntries(applied) };
}

function showApplied(value: AppliedValue): object {
  return value.kind === 'plain' ? value : { kind: 'secret', origin: value.origin };
}
