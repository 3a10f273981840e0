import { checkExternalNames } from '../../engine/policy/check-external-names.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { ExternalNames } from '../../model/manifest/external-name.ts';
import {
  type AllowList,
  type InvalidEntry,
  type OperatorBounds,
  parseOrigins,
  parseVariables,
} from '../../model/manifest/operator-bounds.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { CommandContext } from '../context.ts';

type Variables = CommandContext['environment'];

/**
 * Reads CYCLECTL_ALLOW_ORIGINS and CYCLECTL_ALLOW_ENV. One that is empty counts as not set: where a pipeline
 * gives a variable that nobody has filled in, nothing is allowed by it. Throws `OperationalError` for an entry that is none.
 */
export function readOperatorBounds(environment: Variables): OperatorBounds {
  return {
    origins: readList(environment, 'CYCLECTL_ALLOW_ORIGINS', parseOrigins),
    variables: readList(environment, 'CYCLECTL_ALLOW_ENV', parseVariables),
  };
}

/** Whether this is a machine of CI, which works on branches that nobody may have looked at. */
export function isCi({ CI: value }: Variables): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase());
}

/** Why the operator's bounds keep a command from an environment. */
export function checkBounds(
  { environment: variables }: Pick<CommandContext, 'environment'>,
  { name, service }: Pick<Environment, 'name' | 'service'>,
  names: ExternalNames,
): readonly Diagnostic[] {
  return checkExternalNames({
    environment: name,
    names: names.listIn(name),
    bounds: readOperatorBounds(variables),
    isRequired: service.kind === 'remote' && isCi(variables),
  });
}

/**
 * Where a service on this machine may send what manifests give it: a branch writes its world. What the bounds allow;
 * without bounds, this machine alone.
 */
export function readWorldAllowList(variables: Variables): (address: string) => boolean {
  const { origins } = readOperatorBounds(variables);
  return origins === null ? isLoopback : (address) => origins.allows(address);
}

/** Where notices may go, which carry no variable: what the bounds allow; without bounds, in CI, this machine alone. */
export function readNotificationAllowList(variables: Variables): (address: string) => boolean {
  const isUnbounded = readOperatorBounds(variables).origins === null && !isCi(variables);
  return isUnbounded ? () => true : readWorldAllowList(variables);
}

function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function readList(
  environment: Variables,
  name: string,
  parse: (text: string) => AllowList | InvalidEntry,
): AllowList | null {
  const text = environment[name];
  if (text === undefined || text.trim() === '') return null;
  const list = parse(text);
  if ('allows' in list) return list;
  const { entry, remedy } = list;
  throw new OperationalError(`${name} holds "${toVisible(entry)}", which allows nothing`, {
    remedy,
  });
}
