import { stringify } from 'yaml';
import type { WrittenRollout } from '../../../src/model/manifest/layers.ts';
import { setAt } from './resolve-row.ts';
import {
  defaults,
  type FleetPatch,
  fleetName,
  keyRef,
  type WrittenFleet,
} from './written-fleet.ts';

const inputs = {
  title: { type: 'string', required: false },
  interval: { type: 'enum', values: ['1m', '15m', '1h', '7d'], default: defaults.interval },
  hours: { type: 'number', default: defaults.hours },
  remark: { type: 'string', default: defaults.remark },
  extra: { type: 'boolean', default: defaults.extra },
  key: { type: 'secret', ref: keyRef },
};
const conditions = { extra: 'inputs.extra', tier: 'account.labels.tier == "gold"' };
const cells = ['title', 'interval', 'hours', 'remark', 'extra'] as const;

/** The files of a fleet by path, as a person might write them. */
export function formatFleet(
  fleet: WrittenFleet,
  rollout?: WrittenRollout,
): Readonly<Record<string, string>> {
  const table = `fleets/${fleetName}.csv`;
  const listed = fleet.rows.filter(({ isListed }) => isListed);
  const names = new Set(listed.map(({ name }) => name));
  const overrides = [...fleet.overrides].filter(([name]) => names.has(name));
  const head = { apiVersion: 'cyclectl/v1', metadata: { name: fleetName } };
  const lines = listed.map((row) =>
    [row.name, row.id, row.tier, row.state, ...cells.map((cell) => row.cells[cell])]
      .map(formatCell)
      .join(','),
  );
  return {
    [`blueprints/${fleetName}.yaml`]: format({
      ...head,
      kind: 'Blueprint',
      spec: { inputs, ...toBlueprint(fleet) },
    }),
    [`fleets/${fleetName}.yaml`]: format({
      ...head,
      kind: 'Fleet',
      spec: {
        blueprint: fleetName,
        tables: [table],
        graceDays: fleet.graceDays,
        ...(rollout === undefined ? {} : { rollout }),
        segments: { gold: { match: { tier: 'gold' }, set: toSettings(fleet.segment) } },
        overrides: overrides.map(([account, patch]) => ({
          account,
          reason: 'asked for',
          owner: 'sales',
          set: toSettings(patch),
        })),
      },
    }),
    [table]: `name,id,labels.tier,state,${cells.join(',')}\n${lines.join('\n')}\n`,
  };
}

function toBlueprint({ base, places, conditions: parts }: WrittenFleet): object {
  const { id: _, ...settings } = structuredClone(base.spec);
  for (const { path, input } of places) setAt(settings, path, `\${inputs.${input}}`);
  for (const { path, on } of parts) setAt(settings, [...path, 'when'], conditions[on]);
  return settings;
}

function toSettings({ erroredHours, dropped, ...settings }: FleetPatch): object {
  return {
    ...settings,
    ...(erroredHours === undefined ? {} : { retention: { erroredHours } }),
    ...(dropped === undefined ? {} : { cycles: { [dropped]: null } }),
  };
}

function formatCell(value: string | number | boolean | undefined): string {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function format(value: object): string {
  return stringify(value, { version: '1.2', aliasDuplicateObjects: false });
}
