import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import {
  type ExternalName,
  normaliseOrigin,
  type OperatorBounds,
} from '../../model/manifest/external-name.ts';

/** External names of manifests, and those that the operator allows. */
type Asked = {
  readonly environment: string;
  readonly names: readonly ExternalName[];
  readonly bounds: OperatorBounds;
  /** True if names without a rule are refused. */
  readonly isRequired: boolean;
};

const originsVariable = 'CYCLECTL_ALLOW_ORIGINS';
const variablesVariable = 'CYCLECTL_ALLOW_ENV';

/**
 * Checks the external names of an environment against those that the operator of the machine
 * allows.
 */
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

/** Maximum of names in a message, because a person has to check each. */
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
  return reportError('bounds-missing', {
    summary: `CI is set and ${environment} has a real service, but ${variable} is not set`,
    remedy: `Check each name, because a branch can add one; then set the variable in the settings of CI, not in the repository. The manifests name${more === '' ? '' : `${more},`} ${variable}=${named}`,
  });
}

// A pasted value must mean what it shows: `https://*` would allow every host.
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
      remedy: `If you trust it, add ${name} to ${originsVariable} in the settings of this machine.`,
    };
  }
  return {
    code,
    severity,
    summary: `The URL is in ${name}, a file of the project, so ${originsVariable} cannot be enforced`,
    at,
    remedy: 'Write it as {env: NAME}, or as text if it holds no secret.',
  };
}
