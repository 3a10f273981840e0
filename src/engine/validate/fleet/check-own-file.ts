import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';

/** Refuses to write into the manifest of an account that is a row of a table; null for others. */
export function checkOwnFile({ key, at, layering }: AccountEntry): Diagnostic | null {
  if (layering === undefined || layering.fleet === null) return null;
  const { blueprint, fleet } = layering;
  return reportError('no-own-file', {
    summary: `${key} is a row of ${at.file}, and cyclectl writes only into files of accounts`,
    at,
    remedy: `Write the change yourself: for this account as an override in ${fleet.document.file}, for all of them in ${blueprint.document.file}.`,
  });
}
