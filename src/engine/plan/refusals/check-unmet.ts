import { formatYamlName } from '../../../kit/text/format-name.ts';
import { toFieldAddress, toFieldPath } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { DesiredValue } from '../../../model/fields/field-value.ts';
import { connectorNotAuthenticated, type RemoteId } from '../../../model/live/live.ts';
import type { RequiredMapping } from '../../../model/live/named-prerequisite.ts';
import type { UnmetPrerequisite } from '../../../model/live/reading.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';
import { describeLack } from '../../../model/secret/describe-lack.ts';
import type { BoundSecret } from '../../../model/secret/secret.ts';
import type { Start } from '../list-starts.ts';
import { formatMappingLine } from './describe-unset.ts';

/**
 * Lists prerequisites that keep a cycle from starting and that the plan does not write, such as a
 * required mapping of a release upgraded in the console. `others`: names of unmanaged connectors.
 */
export function checkUnmet(
  start: Start,
  unmet: readonly UnmetPrerequisite[],
  others: ReadonlyMap<RemoteId, string>,
): Diagnostic[] {
  return unmet
    .filter(({ variable }) => variable === null || !isWritten(start, variable))
    .map((each) => {
      const { mapping, prerequisite } = each;
      if (mapping !== null) return describeMapping(start, each, mapping);
      const { code, objectId } = prerequisite;
      return code === connectorNotAuthenticated
        ? describeSignIn(start, objectId, others.get(objectId))
        : describeOther(start, each);
    });
}

function isWritten({ written }: Start, variable: string): boolean {
  return written.has(toFieldPath('variables', variable));
}

function formatStart(live: Start['live']): string {
  return live.status === 'Active' ? 'start again' : 'start';
}

// The step of the cycle has a connector that no manifest has.
function describeSignIn(
  { cycle, live }: Start,
  id: RemoteId,
  name: string | undefined,
): Diagnostic {
  const connector = name === undefined ? id : `"${name}" (${id})`;
  return reportError('prerequisite-missing', {
    summary: `"${live.name}" cannot ${formatStart(live)}: the connector ${connector}, which the manifest does not have, is not signed in`,
    at: cycle.at,
    address: cycle.address,
    remedy:
      'Sign in to it in the console, or bind its steps under connectors to a connector of the manifest, and plan again.',
  });
}

// Decision criteria, wait times and edges have no place in a manifest.
function describeOther(start: Start, { prerequisite, step }: UnmetPrerequisite): Diagnostic {
  const { cycle, live } = start;
  const { code, reason } = prerequisite;
  const text = reason === '' ? `reason ${code}` : reason.replace(/\.$/, '');
  const where = step === null ? '' : ` (step "${step.label}")`;
  return reportError('prerequisite-missing', {
    summary: `"${live.name}" cannot ${formatStart(live)}: ${text}${where}`,
    at: cycle.at,
    address: cycle.address,
    remedy:
      'Set it in the console, or in the manifest if it is a parameter or a field, and plan again.',
  });
}

function describeMapping(
  start: Start,
  unmet: UnmetPrerequisite,
  mapping: RequiredMapping,
): Diagnostic {
  const { cycle, live } = start;
  const { reason } = unmet.prerequisite;
  const address = toFieldAddress(cycle.address, mapping.path);
  const given = cycle.desired.fields.get(mapping.path);
  const { text, remedy } = describeGap(given?.value, unmet, mapping);
  return reportError('prerequisite-missing', {
    summary: `${address} needs a value before "${live.name}" can ${formatStart(live)}: ${text}`,
    ...(reason === '' ? {} : { detail: `The service says: ${reason}` }),
    at: given?.at ?? cycle.at,
    address,
    remedy,
  });
}

type Gap = { readonly text: string; readonly remedy: string };

function describeGap(
  given: DesiredValue | undefined,
  { step, variable }: UnmetPrerequisite,
  mapping: RequiredMapping,
): Gap {
  if (variable !== null) {
    const line = `variables: {${formatKey(variable)}: VALUE}`;
    const text = `its variable "${variable}" has no value`;
    return { text: text, remedy: `Write a value in the cycle: ${line}` };
  }
  if (given?.kind === 'secret') return describeSecret(given.secret);
  if (given !== undefined) {
    return { text: 'the manifest gives it no value', remedy: 'Write a value in its place.' };
  }
  return { text: 'none is set', remedy: formatMappingLine(step?.label ?? '', mapping) };
}

function formatKey(name: string): string {
  return formatYamlName(toEscapedText(name));
}

// The secret is managed, and the plan does not write it.
function describeSecret(secret: BoundSecret): Gap {
  if (secret.fingerprint !== null) {
    const remedy = 'Run the command with --rewrite to send it again.';
    return { text: 'the service no longer has the secret of the manifest', remedy };
  }
  const { says: text, remedy } = describeLack(secret);
  return { text: text, remedy: `${remedy}, and run the command again.` };
}
