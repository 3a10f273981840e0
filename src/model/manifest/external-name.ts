import type { SourceSpan } from '../source-span.ts';

/** An invalid entry, with a remedy. */
export type InvalidEntry = { readonly entry: string; readonly remedy: string };

/** The longest origin or name; longer ones match nothing. */
const maxNameLength = 2048;

type Origin = { readonly scheme: string; readonly host: string; readonly port: string };

const plain = /^(https?):\/\/(\*|(?:\*\.)?[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}|\*))?$/;

/** Characters of a host as parsers write it. Others have a meaning in lists or shells. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Names that the operator of a machine allows in manifests, whatever a branch writes. Null: no
 * bounds are set.
 */
export type OperatorBounds = {
  readonly origins: AllowList | null;
  readonly variables: AllowList | null;
};

/** Names of one kind that are allowed. */
export type AllowList = { allows(name: string): boolean };

/**
 * A name outside the project, with its first place in the manifests. `address-in-file` is an
 * address that receives values and is in a file of the project, so that its destination is unknown.
 */
export type ExternalName = {
  readonly kind: 'variable' | 'origin' | 'address-in-file';
  readonly name: string;
  readonly at: SourceSpan;
  /** The environments in which it is used; null for all of them. */
  readonly environments: ReadonlySet<string> | null;
};

/** External names of manifests, each once, so that memory does not grow with the fleet. */
export class ExternalNames {
  readonly #names = new Map<string, ExternalName>();

  /** Adds a name of a document; its place is computed only for the first. */
  add(
    { kind, name }: Pick<ExternalName, 'kind' | 'name'>,
    used: { readonly in: ExternalName['environments']; readonly at: () => SourceSpan },
  ): void {
    const key = `${kind} ${name}`;
    const known = this.#names.get(key);
    if (known === undefined) {
      this.#names.set(key, { kind, name, at: used.at(), environments: used.in });
    } else if (known.environments !== null) {
      this.#names.set(key, { ...known, environments: join(known.environments, used.in) });
    }
  }

  /** The names that are used in an environment, in the order in which they were met. */
  listIn(environment: string): readonly ExternalName[] {
    return [...this.#names.values()].filter(
      ({ environments }) => environments?.has(environment) ?? true,
    );
  }
}

function join(
  known: ReadonlySet<string>,
  more: ExternalName['environments'],
): ExternalName['environments'] {
  if (more === null) return null;
  return [...more].every((name) => known.has(name)) ? known : new Set([...known, ...more]);
}

/** `https://api.example.com`, with a non-default port; null for any other address. */
export function normaliseOrigin(address: string): string | null {
  const origin = toOrigin(address);
  if (origin === null) return null;
  const { scheme, host, port } = origin;
  return `${scheme}://${host}${port === toDefaultPort(scheme) ? '' : `:${port}`}`;
}

/**
 * Parses `https://api.example.com, https://*.example.org:8443`. Without a port, the default of the
 * scheme; `:*` is any. A leading `*` label is one or more labels (not `example.org` itself),
 * `https://*` any host, `*` any origin.
 */
export function parseOrigins(text: string): AllowList | InvalidEntry {
  const allowed: Origin[] = [];
  for (const entry of listEntries(text)) {
    if (entry === '*') return { allows: () => true };
    const origin = parseAllowedOrigin(entry);
    if (origin === null) {
      return { entry, remedy: 'Write origins such as https://api.example.com, joined by commas.' };
    }
    allowed.push(origin);
  }
  return {
    allows: (name) => {
      const found = toOrigin(name);
      return found !== null && allowed.some((each) => covers(each, found));
    },
  };
}

/** Parses `SVC_CLIENT_SECRET, NORTHWIND_*`: a `*` at the end matches any rest, alone every name. */
export function parseVariables(text: string): AllowList | InvalidEntry {
  const names = new Set<string>();
  const beginnings: string[] = [];
  for (const entry of listEntries(text)) {
    if (!/^(?:[A-Za-z_][A-Za-z0-9_]*)?\*?$/.test(entry)) {
      return {
        entry,
        remedy: 'Write names of variables, joined by commas. A name may end with *.',
      };
    }
    if (entry.endsWith('*')) beginnings.push(entry.slice(0, -1));
    else names.add(entry);
  }
  return {
    allows: (name) => names.has(name) || beginnings.some((each) => name.startsWith(each)),
  };
}

function listEntries(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

// Parses the host as an address, so that both sides have the same spelling, also of IPv4 and IPv6.
function parseAllowedOrigin(entry: string): Origin | null {
  const [, scheme, host, port] = (entry.length <= maxNameLength ? plain.exec(entry) : null) ?? [];
  if (scheme === undefined || host === undefined) return null;
  const rest = host.replace(/^\*\.?/, '');
  const beginning = host.slice(0, host.length - rest.length);
  if (rest === '') return { scheme, host: beginning, port: port ?? toDefaultPort(scheme) };
  const parsed = URL.parse(`${scheme}://${rest}`);
  if (parsed === null) return null;
  return { scheme, host: beginning + parsed.hostname, port: port ?? toDefaultPort(scheme) };
}

// Refuses addresses that programs read differently: with a user before the host, a backslash, or
// characters that parsers drop.
function toOrigin(address: string): Origin | null {
  if (address.length > maxNameLength || !/^https?:\/\/[^\s\\@]+$/.test(address)) return null;
  const parsed = URL.parse(address);
  if (parsed === null || !plainHost.test(parsed.hostname)) return null;
  const scheme = parsed.protocol.slice(0, -1);
  return { scheme, host: parsed.hostname, port: parsed.port || toDefaultPort(scheme) };
}

function toDefaultPort(scheme: string): string {
  return scheme === 'https' ? '443' : '80';
}

function covers(allowed: Origin, { scheme, host, port }: Origin): boolean {
  if (allowed.scheme !== scheme) return false;
  if (allowed.port !== '*' && Number(allowed.port) !== Number(port)) return false;
  if (allowed.host === '*') return true;
  if (!allowed.host.startsWith('*.')) return allowed.host === host;
  const end = allowed.host.slice(1);
  return host.endsWith(end) && host.length > end.length;
}
