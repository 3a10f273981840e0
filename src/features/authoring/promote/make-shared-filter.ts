import { findDocument } from '../../../engine/observe/find-document.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { findOrigin, listOrigins } from '../../../engine/validate/layers/list-origins.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { toFieldAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import { formatPlace } from '../adopt-drift/shared-changes.ts';
import { deleteLoneEdits, type FieldEdit } from '../merge/accept/accepted.ts';
import type { AcceptedFilter } from '../merge/merge-manifests.ts';

/**
 * Makes the filter of a row that leaves out values that Git has otherwise in the two environments,
 * because a cell and an override have one for both.
 */
export async function makeSharedFilter(
  context: RunContext,
  entry: AccountEntry,
  { from, to }: EnvironmentMapping,
): Promise<AcceptedFilter> {
  const [here, there] = [
    await findDocument({ ...context, environment: from }, entry),
    await findDocument({ ...context, environment: to }, entry),
  ];
  const isShared = ({ path }: FieldEdit) => {
    const [own, other] = [here, there].map(({ document }) =>
      readPointer(document?.written, toPointer(path)),
    );
    return own === other || isSameJson(own ?? null, other ?? null);
  };
  const report = (edit: FieldEdit) => reportOwn(edit, { context, entry, to });
  return ({ edits, diagnostics }) => {
    const left = edits.filter((edit) => !isShared(edit));
    if (left.length === 0) return { edits, diagnostics };
    const kept = deleteLoneEdits(edits.filter((edit) => !left.includes(edit)));
    return { edits: kept, diagnostics: [...diagnostics, ...left.map(report)] };
  };
}

function reportOwn(
  { address, field, path }: FieldEdit,
  {
    context: { environment, environments },
    entry,
    to,
  }: { readonly context: RunContext; readonly entry: AccountEntry; readonly to: string },
): Diagnostic {
  const origins = [environment, to].flatMap((name) => {
    const scope = { environment: name, variables: environments.get(name)?.variables ?? null };
    const raw = entry.document;
    return raw === null ? [] : (findOrigin(listOrigins(raw, scope, toPointer(path))) ?? []);
  });
  const [origin] = origins;
  return reportError('value-of-elsewhere', {
    summary: `Git has another value for it in ${to}; promote writes one for both environments`,
    at: origin?.at ?? entry.at,
    address: toFieldAddress(address, field),
    ...(origin === undefined
      ? {}
      : { remedy: `Change it for ${environment} where it comes from: ${formatPlace(origin)}.` }),
  });
}
