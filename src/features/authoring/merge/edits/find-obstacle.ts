import { toFieldAddress } from '../../../../model/address.ts';
import type { AnyDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import { goneVariableRemedy, type UnknownName } from '../../../../model/diff/unresolved-name.ts';
import { isLiveHidden } from '../../../../model/fields/to-shown-value.ts';
import { formatDriftCommand } from '../../../../model/report/advice/commands.ts';
import { formatSecretRef } from '../../../../model/secret/secret.ts';
import { formatSpan } from '../../../../model/source-span.ts';
import { type Accepted, type Entry, makeRefusal } from '../accept/accepted.ts';

/**
 * Refuses to write a value that may be a secret, or that another file supplies. Null when it can be
 * written.
 */
export function findObstacle(entry: Entry<AnyDiff>, field: FieldDiff): Accepted | null {
  const { desired, lost } = field;
  if (lost !== undefined) return refuseMissingName(entry, field, lost);
  if (desired.value.kind === 'secret' || isLiveHidden(field)) return refuseSecret(entry, field);
  const { document } = entry;
  if (desired.at.file !== document.file) {
    return makeRefusal(entry, field, {
      code: 'value-of-elsewhere',
      summary: `It comes from ${formatSpan(desired.at)}, and changed in the service`,
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
      ? `More than one ${thing} has the name "${name}" there`
      : `The ${thing} "${name}" no longer exists`,
    remedy:
      thing === 'variable' && !isSeveral
        ? goneVariableRemedy
        : `Write its current name${other}, or restore it in the console. If it is no longer needed, remove it from the manifest.`,
  });
}

function refuseSecret(entry: Entry<AnyDiff>, field: FieldDiff): Accepted {
  const { value } = field.desired;
  const code = 'secret-not-written';
  const severity = 'warning';
  if (value.kind !== 'secret') {
    const summary = 'It changed in the service and may be a secret; it was not written';
    const remedy =
      'If it is a secret, write a reference {env: NAME}; else write the value from the console.';
    return makeRefusal(entry, field, { code, severity, summary, remedy });
  }
  const from = formatSecretRef(value.secret.ref);
  if (isSignedOut(entry, field)) {
    const address = toFieldAddress(entry.object.address, field.path);
    const { environment } = entry.diff.desired;
    const revert = formatDriftCommand('--revert', { environment, address });
    return makeRefusal(entry, field, {
      summary: 'The connector is no longer signed in',
      remedy: `To send the secret from ${from} again, run ${revert}, or apply.`,
    });
  }
  return makeRefusal(entry, field, {
    code,
    severity,
    summary: 'The secret changed in the service; it was not written',
    remedy: `Store the new one in the source of ${from}, or restore the current one with apply.`,
  });
}

// Detects a lost sign-in, because the secret in Git is still the right one then.
function isSignedOut({ object }: Entry<AnyDiff>, { path, live }: FieldDiff): boolean {
  return (
    object.kind === 'connector' && path === 'auth' && live?.kind === 'plain' && live.value === null
  );
}
