import type { WrittenAccount, WrittenCycle } from '../../../model/manifest/manifest.generated.ts';
import { classifyMapping } from './classify-mapping.ts';

/** Names that accounts have in common, of connectors and of cycles, by the keys of one account. */
export type Roles = {
  readonly connectors: ReadonlyMap<string, string>;
  readonly cycles: ReadonlyMap<string, string>;
};

/**
 * A name for each connector and cycle that is another account's too: that of the catalogue or of the template. Of
 * several the second is `NAME#2`, in the order of what their mappings are and then of their keys, so that cycles of one
 * template meet their like however they are called.
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
  /** What comes before the key in the order of those of one name. */
  readonly like: string;
};

function makeNumbered(items: readonly Named[]): ReadonlyMap<string, string> {
  const sorted = items.toSorted((left, right) =>
    left.like === right.like ? compare(left.key, right.key) : compare(left.like, right.like),
  );
  const groups = Map.groupBy(sorted, ({ name }) => name);
  // A name may end as a number of ours does; it keeps it.
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

// What is mapped and from what kind of source, as the shape has it.
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
