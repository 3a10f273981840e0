import { formatCsv, listColumns } from '../../../engine/load/tables/format-csv.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { WrittenInput } from '../../../model/manifest/blueprint.ts';
import { blueprintFolder, fleetFolder } from '../../../model/manifest/project.ts';
import { formatWritten } from '../describe/format-manifest.ts';
import type { FleetDraft, Member } from './fleet-draft.ts';

/** Reason of an override that the draft makes. */
const reason = 'found at adoption';

/** Texts of the files of a fleet by their path: the blueprint, the fleet and its table. */
export function formatFleetFiles(
  draft: FleetDraft,
  { name, owner }: { readonly name: string; readonly owner: string },
): ReadonlyMap<string, string> {
  const table = `${fleetFolder}/${name}.csv`;
  return new Map([
    [`${blueprintFolder}/${name}.yaml`, formatBlueprint(draft, name)],
    [`${fleetFolder}/${name}.yaml`, formatFleet(draft, { name, owner, table })],
    [table, formatTable(draft)],
  ]);
}

function formatBlueprint({ inputs, settings }: FleetDraft, name: string): string {
  const { connectors, cycles, ...others } = settings;
  const entries = {
    ...(connectors === undefined ? {} : { connectors }),
    ...(cycles === undefined ? {} : { cycles }),
  };
  return formatWritten({
    apiVersion: 'cyclectl/v1',
    kind: 'Blueprint',
    metadata: { name },
    spec: {
      ...(inputs.size === 0 ? {} : { inputs: Object.fromEntries<WrittenInput>(inputs) }),
      ...others,
      ...entries,
    },
  });
}

function formatFleet(
  { overrides }: FleetDraft,
  { name, owner, table }: { readonly name: string; readonly owner: string; readonly table: string },
): string {
  const written = [...overrides]
    .map(([{ metadata }, set]) => ({ account: metadata.name, reason, owner, set }))
    .sort((left, right) => compareTexts(left.account, right.account));
  return formatWritten({
    apiVersion: 'cyclectl/v1',
    kind: 'Fleet',
    metadata: { name },
    spec: {
      blueprint: name,
      tables: [table],
      ...(written.length === 0 ? {} : { overrides: written }),
    },
  });
}

function formatTable({ members, inputs, cells }: FleetDraft): string {
  const rows = members.map(
    (member) => new Map([...listIdentity(member), ...(cells.get(member) ?? [])]),
  );
  const columns = new Set(rows.flatMap((row) => [...row.keys()]));
  return formatCsv(listColumns(columns, inputs), rows);
}

function listIdentity({ metadata, spec }: Member): readonly (readonly [string, string])[] {
  const { name, labels = {} } = metadata;
  const { id, ids = {} } = spec;
  return [
    ['name', name],
    ...(id === undefined ? [] : [['id', id] as const]),
    ...Object.entries(ids).map(([environment, own]) => [`ids.${environment}`, own] as const),
    ...Object.entries(labels).map(([label, value]) => [`labels.${label}`, value] as const),
  ];
}
