import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { ConnectorMethod, MethodSource } from '../../../model/live/method.ts';

/** Release of an installed connector. */
export type InstalledRelease = {
  readonly id: string | null;
  readonly name: string;
  readonly version: string | null;
};

/**
 * Classifies how a method is named: by name, by the numeric id of one release, or by the identifier
 * that stays across releases.
 */
export function classifyMethodName(method: string): 'name' | 'id' | 'unique-id' {
  if (/^\d+$/.test(method)) return 'id';
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(method) ? 'unique-id' : 'name';
}

/** Source of the ids of a method's values: the installed release, or the latest (SPEC 9). */
export function toMethodSource(method: string, release: InstalledRelease): MethodSource {
  if (classifyMethodName(method) === 'unique-id') {
    return { kind: 'latest', name: release.name, version: null };
  }
  return release.id === null
    ? { kind: 'latest', name: release.name, version: release.version }
    : { kind: 'release', id: release.id };
}

/** Finds the one matching method; names go before ids. */
export function findMethod(
  method: string,
  release: InstalledRelease,
  methods: readonly ConnectorMethod[],
): { readonly method: ConnectorMethod } | { readonly refused: Diagnostic } {
  const named = methods.filter(({ name }) => name === method);
  const wanted = method.toLowerCase();
  const found =
    named.length > 0
      ? named
      : methods.filter(({ id, uniqueId }) => id === method || uniqueId?.toLowerCase() === wanted);
  const [first] = found;
  if (first !== undefined && found.length === 1) return { method: first };
  const connector = [release.name, release.version ?? ''].join(' ').trimEnd();
  if (first === undefined) {
    const names = methods.map(({ name }) => name);
    return {
      refused: reportError('method-unknown', {
        summary: `${connector} has no method "${method}"`,
        remedy: formatNearest(method, names) ?? 'The service lists no methods of this connector.',
      }),
    };
  }
  const ids = found.map(({ id, category }) => (category ? `${id} (${category})` : id));
  return {
    refused: reportError('method-ambiguous', {
      summary: `${connector} has ${found.length} methods "${method}"`,
      remedy: `Write the id of one instead of the name: ${ids.join(', ')}.`,
    }),
  };
}
