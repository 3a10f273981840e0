import { parse } from 'yaml';
import type { WrittenAccount } from '../../src/model/manifest/manifest.generated.ts';
import { toPlace } from './console-user.ts';
import type { Fleet } from './make/make-fleet.ts';
import type { Facts, Portrait } from './portrait/portrait.ts';
import { readName } from './portrait/read-name.ts';

type Reference = { readonly env: string; readonly path: readonly string[] };

/**
 * A value for each variable that exported manifests name: what the person who made the fleet typed there, or
 * what the service shows where something was taken for a secret that is none.
 */
export function provideSecrets(
  manifests: readonly string[],
  { secrets }: Fleet,
  portrait: Portrait,
): Readonly<Record<string, string>> {
  const values = manifests.flatMap((text): [string, string][] => {
    const { spec }: WrittenAccount = parse(text);
    const account = spec.id ?? '';
    const facts = portrait.get(account) ?? new Map();
    return listReferences(spec, []).map(({ env, path }) => {
      const { place, fact } = findObject(spec, { path, facts });
      const value = secrets.get(toPlace(account, ...place)) ?? readShown(facts.get(fact));
      if (value === null) throw new Error(`Nobody knows ${env} of ${account}: ${path.join('/')}`);
      return [env, value];
    });
  });
  return Object.fromEntries(values);
}

function listReferences(value: unknown, path: readonly string[]): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('env' in value && typeof value.env === 'string') return [{ env: value.env, path }];
  return Object.entries(value).flatMap(([name, part]) => listReferences(part, [...path, name]));
}

/** Where the hand noted a secret, and the fact that the portrait has of it. */
function findObject(
  { connectors = {}, cycles = {} }: WrittenAccount['spec'],
  { path: [place = '', key = '', ...rest], facts }: { path: readonly string[]; facts: Facts },
): { readonly place: readonly string[]; readonly fact: string } {
  if (place === 'errorWebhook') return { place: [], fact: 'errorWebhook/url' };
  if (place === 'connectors') {
    const displayName = readName(key, connectors[key]);
    const [part = '', form = '', inside] = rest;
    const place =
      part === 'auth' ? [part, ...(inside === undefined ? [] : [inside])] : [part, form];
    return { place: [displayName, ...place], fact: `connectors/${displayName}/${rest.join('/')}` };
  }
  return findMapped(readName(key, cycles[key]), rest, facts);
}

function findMapped(
  cycle: string,
  [part = '', label = '', ...rest]: readonly string[],
  facts: Facts,
): { readonly place: readonly string[]; readonly fact: string } {
  if (part !== 'steps') return { place: [], fact: `cycles/${cycle}/${part}/${label}` };
  const step = listLabels(cycle, facts).get(label) ?? '';
  const [, target = ''] = rest;
  return {
    place: [cycle, step.split(' ', 1).join(), target],
    fact: `cycles/${cycle}/steps/${step}/${rest.join('/')}`,
  };
}

/** The steps of a cycle, `1 List`, by the names that manifests give them. */
function listLabels(cycle: string, facts: Facts): ReadonlyMap<string, string> {
  const begin = `cycles/${cycle}/steps/`;
  const steps = [...facts.keys()]
    .filter((path) => path.startsWith(begin) && path.endsWith('/connector'))
    .map((path) => path.slice(begin.length, -'/connector'.length));
  const names = steps.map((step) => step.replace(/^\d+ /, ''));
  return new Map(
    steps.map((step, index) => {
      const name = names[index] ?? '';
      const before = names.slice(0, index).filter((each) => each === name).length;
      const isAlone = names.filter((each) => each === name).length === 1;
      return [isAlone ? name : `${name}#${before + 1}`, step];
    }),
  );
}

/** A text, or the value of a mapping. */
function readShown(fact: string | undefined): string | null {
  const shown: unknown = JSON.parse(fact ?? 'null');
  const value: unknown = Array.isArray(shown) ? shown[1] : shown;
  return typeof value === 'string' ? value : null;
}
