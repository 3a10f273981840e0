import type { FieldPath } from '../../../model/address.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { LiveFields, LiveValue } from '../../../model/fields/field-value.ts';
import { fieldTable } from '../../../model/fields/fields.ts';
import type { LiveAccount } from '../../../model/live/live.ts';

/** The managed fields of an account as they were read; none of one that the service does not show. */
export function toAccountFields(live: LiveAccount): LiveFields {
  const values = new Map<FieldPath, LiveValue>();
  if (live.isRecalled === true) return values;
  for (const row of fieldTable) {
    if (row.kind !== 'account' || row.property === null) continue;
    const value = live[row.property as Exclude<keyof LiveAccount, 'isRecalled'>];
    values.set(toFieldPath(...row.path.split('/')), { kind: 'plain', value });
  }
  return values;
}
