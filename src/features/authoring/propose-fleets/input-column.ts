import type { Plain } from '../../fleet/plain-values.ts';
import type { Member } from './fleet-draft.ts';

/** Values of a part of a setting, by account. */
export type PartValues = ReadonlyMap<Member, Plain>;

/** Accounts by value, those with the most frequent one first. */
export function countValues(values: PartValues): readonly (readonly [Plain, readonly Member[]])[] {
  const groups = Map.groupBy([...values], ([, value]) => JSON.stringify(value));
  return [...groups.values()]
    .map((same) => [same[0]?.[1] ?? '', same.map(([member]) => member)] as const)
    .sort(([, left], [, right]) => right.length - left.length);
}

/** A placeholder of an account, with the text that it stands for. */
type OwnText = { readonly placeholder: string; readonly find: (member: Member) => string | null };

const ownTexts: readonly OwnText[] = [
  { placeholder: `\${account.name}`, find: ({ metadata }) => metadata.name },
  { placeholder: `\${account.id}`, find: ({ spec }) => spec.id ?? null },
];

const ownRefTexts: readonly OwnText[] = [
  {
    placeholder: `\${account.env}`,
    find: ({ metadata }) => metadata.name.toUpperCase().replaceAll('-', '_'),
  },
  ...ownTexts,
];

/** Finds one text with a placeholder of the account that has the value of each; null if there is none. */
export function findTemplate(values: PartValues, isInRef: boolean): string | null {
  for (const { placeholder, find } of isInRef ? ownRefTexts : ownTexts) {
    const templates = new Set(
      [...values].map(([member, value]) => {
        const own = find(member);
        return typeof value === 'string' && own !== null && value.includes(own)
          ? value.replace(own, () => placeholder)
          : null;
      }),
    );
    const [template = null] = templates;
    if (templates.size === 1 && template !== null) return template;
  }
  return null;
}
