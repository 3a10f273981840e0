import { listSlotPaths } from '../../../src/model/desired/launch-path.ts';
import type { Member, MemberOf } from '../../../src/model/observed/members.ts';
import { renderNotice, renderTable, toCode } from '../markdown.ts';

const titles: Readonly<Record<MemberOf, string>> = {
  account: 'Account',
  connector: 'Installed connector',
  cycle: 'Cycle',
  step: 'Step',
  edge: 'Edge',
  variable: 'Variable',
  mapping: 'Mapping of a parameter or field',
};

const intro = `# Compared members

Each member that the service shows of an object of ours, and what \`cyclectl drift\` does with it when no manifest
manages it. [Drift and ownership](../explanation/drift-and-ownership.md#unmanaged-changes) explains it.

- **compared**: a difference from the baseline is an unmanaged change. *runs* changes what a cycle does, *label* is read
  by people alone.
- **volatile**: changes by itself, or identifies the object. Never compared.
- **not read**: compared only where a manifest manages it.

A member that is not here is named once per run, and never compared.`;

/** Makes the page of all members. */
export function makeMembersPage(members: readonly Member[]): string {
  const sections = [...Map.groupBy(members, ({ of }) => of)].map(([of, own]) => {
    const table = renderTable(['Member', 'Drift', 'Path', 'Why'], own.map(toRow));
    return `## ${titles[of]}\n\n${table}`;
  });
  return `${[renderNotice('src/model/observed/members.ts'), intro].join('\n')}\n\n${sections.join('\n\n')}\n`;
}

function toRow({ wire, treatment }: Member): readonly string[] {
  switch (treatment.is) {
    case 'compared':
      return [toCode(wire), `compared, ${treatment.effect}`, toPaths(treatment.path), ''];
    case 'volatile':
      return [toCode(wire), 'volatile', '', treatment.why];
    case 'not-read':
      return [toCode(wire), 'not read', '', `${toCode(treatment.endpoint)}: ${treatment.why}`];
  }
}

function toPaths(path: string): string {
  return listSlotPaths(path).map(toCode).join(', ');
}
