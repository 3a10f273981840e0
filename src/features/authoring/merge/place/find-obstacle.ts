import { toFieldAddress } from '../../../../model/address.ts';
import type { FieldDiff } from '../../../../model/diff/field-diff.ts';
import type { UnknownName } from '../../../../model/diff/unresolved-name.ts';
import { isLiveHidden } from '../../../../model/fields/to-shown-value.ts';
import { formatDriftCommand } from '../../../../model/report/advice/format-drift-command.ts';
import { formatSecretRef } from '../../../../model/secret/secret.ts';
import { formatSpan } from '../../../../model/source-span.ts';
import { type Accepted, type AnyDiff, type Entry, makeRefusal } from '../take/accepted.ts';

/**
 * Why what is there must not be written where the manifest has the field: it is or may be a secret, or another
 * file gives the value. Null where nothing speaks against it.
 */
export function findObstacle(entry: Entry<AnyDiff>, field: FieldDiff): Accepted | null {
  const { desired, lost } = field;
  if (lost !== undefined) return refuseMissingName(entry, field, lost);
  if (desired.value.kind === 'secret' || isLiveHidden(field)) return refuseSecret(entry, field);
  const { document } = entry;
  if (desired.at.file !== document.file) {
    return makeRefusal(entry, field, {
      code: 'value-of-elsewhere',
      summary: `It comes from ${formatSpan(desired.at)}, and has moved in the service`,
      remedy: `Change it at ${formatSpan(desired.at)}.`,
    });
  }
  return null;
}

function refuseMissingName(entry: Entry<AnyDiff>, field: FieldDiff, lost: UnknownName): Accepted {
  const { thing, name, near, isSeveral } = lost;
  const other = near.length === 0 || isSeveral ? '' : `, such as "${near[0]}"`;
  return makeRefusal(entry, field, {
    summary: isSeveral
      ? `More than one ${thing} is called "${name}" there`
      : `The ${thing} "${name}" is not there any more`,
    remedy: `Write the name that it has now${other}, or put it back by hand in the console. Where it shall be done without, take it out of the manifest.`,
  });
}

function refuseSecret(entry: Entry<AnyDiff>, field: FieldDiff): Accepted {
  const { value } = field.desired;
  const code = 'secret-not-written';
  const severity = 'warning';
  if (value.kind !== 'secret') {
    const summary = 'It has changed in the service and may be a secret; it is not written';
    const remedy =
      'Write a reference if it is one, {env: NAME}; else write the value that the console shows.';
    return makeRefusal(entry, field, { code, severity, summary, remedy });
  }
  const from = formatSecretRef(value.secret.ref);
  if (isSignedOut(entry, field)) {
    const address = toFieldAddress(entry.object.address, field.path);
    const { environment } = entry.diff.desired;
    const revert = formatDriftCommand('--revert', { environment, address });
    return makeRefusal(entry, field, {
      summary: 'The connector is no longer signed in',
      remedy: `Send the secret from ${from} again: ${revert}, or the next apply.`,
    });
  }
  return makeRefusal(entry, field, {
    code,
    severity,
    summary: 'The secret has changed in the service; it is not written',
    remedy: `Store the new one where ${from} is read from, or let apply put back the one that is there.`,
  });
}

// There is no other secret then: the service has none, and the one of Git is still the one to have.
function isSignedOut({ object }: Entry<AnyDiff>, { path, live }: FieldDiff): boolean {
  return (
    object.kind === 'connector' && path === 'auth' && live?.kind === 'plain' && live.value === null
  );
}
