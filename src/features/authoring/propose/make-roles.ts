import type { WrittenAccount, WrittenCycle } from '../../../model/manifest/manifest.generated.ts';
import { classifyMapping } from './classify-mapping.ts';

/** Shared names of connectors and cycles, by the keys of one account. */
export type Roles = {
  readonly connectors: ReadonlyMap<string, string>;
  readonly cycles: ReadonlyMap<string, string>;
};

/**
 * Names each connector and cycle by its catalog name or template. Numbers repeats as `NAME#2`, in
 * the order of mappings and then keys, so that equal cycles match.
 */
export function makeRoles({
  connectors = {},
  cycles = {},
}: Pick<WrittenAccount['spec'], 'connectors' | 'cycles'>): Roles {
  const installed = Object.entries(connectors).map(([key, { connector }]) => ({
    key,
    name: connector.name,
    like: '',
  }));
  const made = Object.entries(cycles).map(([key, cycle]) => ({
    key,
    name: toOriginName(cycle),
    like: formatMapped(cycle),
  }));
  return { connectors: makeNumbered(installed), cycles: makeNumbered(made) };
}

function toOriginName({ from }: WrittenCycle): string {
  if ('file' in from) return from.file;
  return from.tag === undefined ? from.template : `${from.template} (${from.tag})`;
}

type Named = {
  readonly key: string;
  readonly name: string;
  /** Sort key of equal names. */
  readonly like: string;
};

function makeNumbered(items: readonly Named[]): ReadonlyMap<string, string> {
  const sorted = items.toSorted((left, right) =>
    left.like === right.like ? compare(left.key, right.key) : compare(left.like, right.like),
  );
  const groups = Map.groupBy(sorted, ({ name }) => name);
  // Keeps a name that looks like a number of ours.
  const taken = new Set(groups.keys());
  const roles = new Map<string, string>();
  for (const [name, group] of groups) {
    let number = 1;
    for (const { key } of group) {
      let role = number === 1 ? name : `${name}#${number}`;
      while (number > 1 && taken.has(role)) {
        number += 1;
        role = `${name}#${number}`;
      }
      taken.add(role);
      roles.set(key, role);
      number += 1;
    }
  }
  return roles;
}

// Formats mappings by kind of source, as in the profile.
function formatMapped({ steps = {} }: WrittenCycle): string {
  const mapped = Object.entries(steps).flatMap(([label, { parameters = {}, fields = {} }]) =>
    [parameters, fields].flatMap((slot, index) =>
      Object.entries(slot).map(([name, mapping]) =>
        JSON.stringify([label, index, name, classifyMapping(mapping)]),
      ),
    ),
  );
  return mapped.sort().join('\n');
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
