import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';

/** The manifest without the entries of some objects, whose maps it has. */
export function withoutEntries(
  { spec, ...rest }: WrittenAccount,
  addresses: ReadonlySet<string>,
): WrittenAccount {
  const { name } = rest.metadata;
  const pick = <T>(section: string, map: Readonly<Record<string, T>> | undefined) => {
    const isNamed = [...addresses].some((each) => each.startsWith(`${name}/${section}/`));
    if (map === undefined && !isNamed) return {};
    const entries = Object.entries(map ?? {});
    const left = entries.filter(([key]) => !addresses.has(`${name}/${section}/${key}`));
    return { [section]: Object.fromEntries(left) };
  };
  const sections = { ...pick('connectors', spec.connectors), ...pick('cycles', spec.cycles) };
  return { ...rest, spec: { ...spec, ...sections } };
}
