import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import type { AddressNames } from '../../model/manifest/manifest.ts';

/** Lists the names in addresses of an account, of all its meanings together. */
export function listAddressNames(specs: readonly WrittenAccount['spec'][]): AddressNames {
  const connectors = new Map<string, string | null>();
  const cycles = new Map<string, { template: string | null; readonly steps: Set<string> }>();
  for (const spec of specs) {
    for (const [key, { connector }] of Object.entries(spec.connectors ?? {})) {
      connectors.set(key, connector?.name ?? null);
    }
    for (const [key, { from, steps = {} }] of Object.entries(spec.cycles ?? {})) {
      const known = cycles.get(key) ?? { template: null, steps: new Set() };
      known.template = 'template' in from ? from.template : known.template;
      for (const step of Object.keys(steps)) known.steps.add(step);
      cycles.set(key, known);
    }
  }
  return {
    connectors: Array.from(connectors, ([key, name]) => ({ key, name })),
    cycles: Array.from(cycles, ([key, { template, steps }]) => ({
      key,
      template,
      steps: [...steps],
    })),
  };
}
