import reportSchema from 'cyclectl/schemas/report.schema.json' with { type: 'json' };
import type { Report } from '../../../model/report/report-document.ts';

/** Part of the schema that validates an account of each kind. */
export const accountOf = {
  plan: 'plannedAccount',
  drift: 'driftAccount',
  apply: 'appliedAccount',
  validate: 'validatedAccount',
  refused: null,
} as const satisfies Readonly<Record<Report['kind'], string | null>>;

export const reportKinds = Object.keys(accountOf) as readonly Report['kind'][];

/** Returns the name of a part of the schema. */
export function toReference(part: string): string {
  return `${reportSchema.$id}#/$defs/${part}`;
}
