import { isJsonObject, type Json } from '../../../../kit/json/json.ts';
import { toEntryPointer } from '../../../../kit/json/json-pointer.ts';
import { isSecretRef } from '../../../../model/secret/secret.ts';
import { selectDescribed } from '../account/select-described.ts';
import type { DescribedAccount, Fault } from '../described-account.ts';
import type { HiddenTexts } from './hidden-texts.ts';

/**
 * The description without any text that may be a secret, in a place where no reference can stand: a description, tags,
 * the name of a step. Where such a name leads to something, all that is beside it goes too.
 */
export function redactExposed(
  described: DescribedAccount,
  hidden: Pick<HiddenTexts, 'has'>,
): DescribedAccount {
  const { id: _, ids: _ids, displayName: _name, ...spec } = described.written.spec;
  const pointers = listPlaces(spec as Json, hidden, '/spec');
  const left = selectDescribed(described, [...new Set(pointers)].map(toFault));
  if (left === null) throw new Error('What is in an entry can be left out');
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
    diagnostic: {
      code: 'left-out',
      severity: 'warning',
      summary: 'it has what may be a secret in it',
      remedy:
        'It stays as it is in the service. Take the secret out of it in the console, and export again.',
    },
  };
}
