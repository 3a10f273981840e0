import { isJsonObject, type Json } from '../../../../kit/json/json.ts';
import { toEntryPointer } from '../../../../kit/json/json-pointer.ts';
import { reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { HiddenTexts } from '../../../../model/secret/hidden-texts.ts';
import { isSecretRef } from '../../../../model/secret/secret.ts';
import { selectDescribed } from '../account/select-described.ts';
import type { DescribedAccount, Fault } from '../described-account.ts';

/**
 * Removes possible secrets where no reference is allowed: descriptions, tags and names of steps. A
 * removed name takes its value with it.
 */
export function redactExposed(
  described: DescribedAccount,
  hidden: Pick<HiddenTexts, 'has'>,
): DescribedAccount {
  const { id: _, ids: _ids, displayName: _name, ...spec } = described.written.spec;
  const pointers = listPlaces(spec as Json, hidden, '/spec');
  const left = selectDescribed(described, [...new Set(pointers)].map(toFault));
  if (left === null) throw new Error('A part of an entry must be removable');
  return left;
}

function listPlaces(value: Json, hidden: Pick<HiddenTexts, 'has'>, pointer: string): string[] {
  if (typeof value === 'string') return hidden.has(value) ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (isJsonObject(value) && isSecretRef(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isJsonObject(value) && hidden.has(name)
      ? [pointer]
      : listPlaces(item as Json, hidden, toEntryPointer(pointer, name)),
  );
}

function toFault(pointer: string): Fault {
  return {
    pointer,
    diagnostic: reportWarning('left-out', {
      summary: 'it contains a possible secret',
      remedy:
        'It stays unchanged in the service. Remove the secret in the console, and export again.',
    }),
  };
}
