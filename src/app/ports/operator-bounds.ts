import { checkExternalNames } from '../../engine/policy/check-external-names.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import {
  type AllowList,
  type ExternalNames,
  type InvalidEntry,
  type OperatorBounds,
  parseOrigins,
  parseVariables,
} from '../../model/manifest/external-name.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { CommandContext } from '../context.ts';

type Variables = CommandContext['environment'];

/**
 * Reads CYCLECTL_ALLOW_ORIGINS and CYCLECTL_ALLOW_ENV. An empty one counts as not set, because
 * pipelines pass undefined variables so. Throws `OperationalError` for an invalid entry.
 */
function readOperatorBounds(environment: Variables): OperatorBounds {
  return {
    origins: readList(environment, 'CYCLECTL_ALLOW_ORIGINS', parseOrigins),
    variables: readList(environment, 'CYCLECTL_ALLOW_ENV', parseVariables),
  };
}

/** Returns whether this is a CI machine, which runs unreviewed branches. */
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
 * Addresses that a local service may send to, because a branch writes its world: those of the
 * bounds; without bounds, this machine alone.
 */
export function readWorldAllowList(variables: Variables): (address: string) => boolean {
  const { origins } = readOperatorBounds(variables);
  return origins === null ? isLoopback : (address) => origins.allows(address);
}

/**
 * Addresses for notifications, which carry no variable: those of the bounds; without bounds, in CI,
 * this machine alone.
 */
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
  throw new OperationalError(`${name} has the entry "${toVisible(entry)}", which is invalid`, {
    remedy,
  });
}

/**
 * Refuses Node's variable that disables the check of certificates, because it would expose the
 * credentials of every connection. Throws `OperationalError`.
 */
export function checkTls({ environment }: Pick<CommandContext, 'environment'>): void {
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return;
  throw new OperationalError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so no certificate would be checked',
    {
      remedy:
        'Unset it. If a proxy or a service has a private certificate, set NODE_EXTRA_CA_CERTS to the file of its authority.',
    },
  );
}
