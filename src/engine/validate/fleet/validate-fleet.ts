import { toPointer } from '../../../kit/json/json-pointer.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import type { MaintenanceWindow } from '../../../model/desired/maintenance-window.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import {
  type Fleet,
  ownWaves,
  type PlacedOverride,
  type PlacedPin,
  type WrittenFleet,
  type WrittenOverride,
  type WrittenWave,
} from '../../../model/manifest/layers.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { checkSelectionUse, parseSelection } from '../../../model/manifest/parse-selection.ts';
import {
  type Condition,
  isConditionMatch,
  isSelected,
  type Selectable,
  type Selection,
} from '../../../model/manifest/selection.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { checkDocument } from '../check-document.ts';
import { suggestNearest } from '../check-selection.ts';
import { checkPinEnvironments } from '../rules/check-environments.ts';
import { checkSet } from './check-set.ts';
import { reportUnknownBlueprint } from './report-unknown-blueprint.ts';
import { fleetManifest } from './schema/fleet-manifests.ts';

/** A fleet of its document; null if it has mistakes. */
export type FleetValidation = {
  readonly fleet: Fleet | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** Context of a fleet: the valid blueprints, and the environments of the project; null if pins may name others. */
export type FleetContext = {
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  readonly environments: ReadonlyMap<string, unknown> | null;
};

type FleetDocument = ManifestDocument<WrittenFleet>;

/** Validates the document of a fleet; its tables are read by it. */
export function validateFleet(
  raw: RawDocument,
  { blueprints, environments }: FleetContext,
): FleetValidation {
  const measure = { schema: fleetManifest, rules: [checkPinEnvironments], environments };
  const { document, diagnostics } = checkDocument<WrittenFleet>(raw, measure);
  if (document === null) return { fleet: null, diagnostics };
  const { spec, metadata } = document.written;
  const blueprint = blueprints.get(spec.blueprint);
  if (blueprint === undefined) {
    const at = document.spanOf('/spec/blueprint');
    const unknown = reportUnknownBlueprint(spec.blueprint, at, blueprints.keys());
    return { fleet: null, diagnostics: [...diagnostics, unknown] };
  }
  const segments = Object.entries(spec.segments ?? {}).map(([name, segment]) => ({
    ...segment,
    name,
    document,
    pointer: toPointer(['spec', 'segments', name]),
  }));
  const { overrides, pins, diagnostics: wrong } = readOverrides(document);
  const found = [
    ...diagnostics,
    ...[...segments, ...overrides].flatMap(({ pointer, set }) =>
      checkSet(document, blueprint, { pointer: `${pointer}/set`, set }),
    ),
    ...wrong,
    ...checkWaves(document, spec.rollout?.waves ?? []),
    ...checkWindows(document, spec.rollout?.windows ?? []),
  ];
  const fleet: Fleet = {
    name: metadata.name,
    document,
    blueprint,
    segments,
    overrides: new Map(overrides.map((override) => [override.account, override])),
    pins: new Map(pins.map((pin) => [pin.account, pin])),
  };
  return { fleet: found.length === 0 ? fleet : null, diagnostics: found };
}

type ReadOverrides = {
  readonly overrides: readonly PlacedOverride[];
  readonly pins: readonly PlacedPin[];
  readonly diagnostics: readonly Diagnostic[];
};

// The schema demands reason and owner beside settings.
function readOverrides(document: FleetDocument): ReadOverrides {
  const written = (document.written.spec.overrides ?? []).map((each, index) => ({
    ...each,
    pointer: toPointer(['spec', 'overrides', index]),
  }));
  return {
    overrides: written.flatMap(({ pin: _, set, reason = '', owner = '', ...rest }) =>
      set === undefined ? [] : [{ ...rest, set, reason, owner }],
    ),
    pins: written.flatMap(({ account, pin, pointer }) =>
      pin === undefined ? [] : [{ ...pin, account, pointer: `${pointer}/pin` }],
    ),
    diagnostics: [...checkTwice(document, written), ...checkEmpty(document, written)],
  };
}

type PlacedEntry = WrittenOverride & { readonly pointer: string };

function checkEmpty(
  document: FleetDocument,
  written: readonly PlacedEntry[],
): readonly Diagnostic[] {
  return written.flatMap(({ account, set, pin, pointer }) =>
    set !== undefined || pin !== undefined
      ? []
      : [
          reportError('missing-key', {
            summary: `The override of ${account} has neither set nor pin`,
            at: document.spanOf(pointer),
            remedy: 'Write set with its reason and owner, or pin.',
          }),
        ],
  );
}

function checkTwice(
  document: FleetDocument,
  overrides: readonly PlacedEntry[],
): readonly Diagnostic[] {
  const first = new Map<string, string>();
  return overrides.flatMap(({ account, pointer }): Diagnostic[] => {
    const other = first.get(account);
    if (other === undefined) {
      first.set(account, pointer);
      return [];
    }
    return [
      reportError('duplicate-name', {
        summary: `The account ${account} has two overrides`,
        at: document.spanOf(`${pointer}/account`),
        related: [{ at: document.spanOf(`${other}/account`), says: 'the other one' }],
        remedy: 'Write both as one override.',
      }),
    ];
  });
}

function checkWaves(document: FleetDocument, waves: readonly WrittenWave[]): readonly Diagnostic[] {
  const names = new Set<string>(ownWaves);
  return waves.flatMap(({ name, select }, index): readonly Diagnostic[] => {
    const pointer = toPointer(['spec', 'rollout', 'waves', index]);
    const isTaken = names.has(name);
    names.add(name);
    return [
      ...(isTaken ? [reportWaveTwice(name, document.spanOf(`${pointer}/name`))] : []),
      ...(select === undefined
        ? []
        : checkWaveSelect({ name, select }, document.spanOf(`${pointer}/select`))),
    ];
  });
}

/** Warns of a wave whose `select` takes no account of the fleet: a typo would leave it out. */
export function checkWaveMembers(
  { name: fleet, document }: Pick<Fleet, 'name' | 'document'>,
  accounts: readonly Selectable[],
): readonly Diagnostic[] {
  const { waves = [] } = document.written.spec.rollout ?? {};
  if (accounts.length === 0) return [];
  return waves.flatMap(({ name, select }, index): readonly Diagnostic[] => {
    if (select === undefined) return [];
    const parsed = parseSelection([select]);
    if ('diagnostics' in parsed) return [];
    const { selection } = parsed;
    if (accounts.some((account) => isSelected(selection, account))) return [];
    return [
      reportWarning('selection-empty', {
        summary: `The wave ${name} selects ${toShortText(select, 80)}, which matches no account of the fleet ${fleet}`,
        at: document.spanOf(toPointer(['spec', 'rollout', 'waves', index, 'select'])),
        remedy: suggestMembers(selection, accounts, fleet),
      }),
    ];
  });
}

function suggestMembers(
  { alternatives }: Selection,
  accounts: readonly Selectable[],
  fleet: string,
): string {
  const isLost = (each: Condition) =>
    !each.isNegated && !accounts.some((account) => isConditionMatch(account, each));
  const lost = alternatives.flat().filter(isLost);
  return lost.length === 0
    ? 'Commas join conditions that one account must all meet.'
    : lost.map((each) => suggestNearest(each, accounts, `the fleet ${fleet}`)).join(' ');
}

function reportWaveTwice(name: string, at: SourceSpan): Diagnostic {
  return reportError('duplicate-name', {
    summary: ownWaves.some((own) => own === name)
      ? `A wave of cyclectl has the name ${name}`
      : `Two waves have the name ${name}`,
    at,
    remedy: 'Give each wave its own name.',
  });
}

function checkWaveSelect(
  { name, select }: { readonly name: string; readonly select: string },
  at: SourceSpan,
): readonly Diagnostic[] {
  const wrong = select.split(',').filter((part) => !isSelectionOfAccounts(part));
  if (wrong.length === 0) return [];
  return [
    reportError('selection-invalid', {
      summary: `The wave ${name} cannot select ${wrong.map((part) => JSON.stringify(toShortText(part.trim(), 80))).join(' and ')}`,
      at,
      remedy:
        'Write account=NAME or label=NAME=VALUE, with commas between them. * matches any text, and ! before a part excludes it.',
    }),
  ];
}

function isSelectionOfAccounts(part: string): boolean {
  const parsed = parseSelection([part]);
  return 'selection' in parsed && checkSelectionUse(parsed.selection, 'accounts').length === 0;
}

function checkWindows(
  document: FleetDocument,
  windows: readonly MaintenanceWindow[],
): readonly Diagnostic[] {
  return windows.flatMap(({ from, to }, index): readonly Diagnostic[] => {
    if (from !== to) return [];
    return [
      reportError('window-empty', {
        summary: `The maintenance window from ${from} to ${to} has no minute`,
        at: document.spanOf(toPointer(['spec', 'rollout', 'windows', index, 'to'])),
        remedy: 'Write two times. A whole day is from 00:00 to 24:00.',
      }),
    ];
  });
}
