import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { ExternalName } from '../../model/manifest/external-name.ts';
import { normaliseOrigin, type OperatorBounds } from '../../model/manifest/operator-bounds.ts';

/** What manifests name, and what of that the operator allows. */
type Asked = {
  readonly environment: string;
  readonly names: readonly ExternalName[];
  readonly bounds: OperatorBounds;
  /** Whether what the operator has not said is forbidden. */
  readonly isRequired: boolean;
};

const originsVariable = 'CYCLECTL_ALLOW_ORIGINS';
const variablesVariable = 'CYCLECTL_ALLOW_ENV';

/** Why an environment may not be worked on: what its manifests name is not what the operator of the machine allows. */
export function checkExternalNames(asked: Asked): readonly Diagnostic[] {
  const { bounds, names } = asked;
  const variables = names.filter(({ kind }) => kind === 'variable');
  const addresses = names.filter(({ kind }) => kind !== 'variable');
  return [
    ...checkKind(asked, { list: bounds.origins, found: addresses, variable: originsVariable }),
    ...checkKind(asked, { list: bounds.variables, found: variables, variable: variablesVariable }),
  ];
}

function checkKind(
  { environment, isRequired }: Asked,
  {
    list,
    found,
    variable,
  }: {
    readonly list: OperatorBounds['origins'];
    readonly found: readonly ExternalName[];
    readonly variable: string;
  },
): readonly Diagnostic[] {
  if (list === null) {
    return isRequired ? [reportMissing({ environment, variable, found })] : [];
  }
  return found.filter(({ name }) => !list.allows(name)).map((each) => reportForbidden(each));
}

/** More names than a person can check in a message. */
const maxNamed = 40;

function reportMissing(asked: {
  readonly environment: string;
  readonly variable: string;
  readonly found: readonly ExternalName[];
}): Diagnostic {
  const { environment, variable, found } = asked;
  const plain = found.filter(isPlain).map(({ name }) => name);
  const named = plain.slice(0, maxNamed).join(',');
  const more = plain.length > maxNamed ? ` and ${plain.length - maxNamed} more` : '';
  return {
    code: 'bounds-missing',
    severity: 'error',
    summary: `CI is set and ${environment} has a real service: ${variable} is required, and is not set`,
    remedy: `Set it in the settings of CI, not in the repository, after you have checked each: a branch may have written one of them. The manifests name${more === '' ? '' : `${more},`} ${variable}=${named}`,
  };
}

// What is pasted into a setting must mean what it shows: `https://*` would allow every host.
function isPlain({ kind, name }: ExternalName): boolean {
  return kind === 'variable' || (kind === 'origin' && normaliseOrigin(name) === name);
}

function reportForbidden({ kind, name, at }: ExternalName): Diagnostic {
  const severity = 'error';
  if (kind === 'variable') {
    return {
      code: 'variable-not-allowed',
      severity,
      summary: `${variablesVariable} does not allow the variable ${name}`,
      at,
      remedy: `If it is meant for this, add ${name} to ${variablesVariable} in the settings of this machine.`,
    };
  }
  const code = 'origin-not-allowed';
  if (kind === 'origin') {
    return {
      code,
      severity,
      summary: `${originsVariable} does not allow ${name}`,
      at,
      remedy: `If you know it, add ${name} to ${originsVariable} in the settings of this machine.`,
    };
  }
  return {
    code,
    severity,
    summary: `The address stands in ${name}, a file of the project, so that ${originsVariable} cannot be kept`,
    at,
    remedy: 'Write it as {env: NAME}, or as text where it holds no secret.',
  };
}
