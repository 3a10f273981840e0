import { listSources, listTargets } from '../../../src/emulator/world/file/look-up.ts';
import type { WorldField, WorldParameter } from '../../../src/emulator/world/file/world.ts';
import type {
  WrittenCycle,
  WrittenMapping,
  WrittenStep,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { Draw } from './draw.ts';
import { drawSecret, evolve } from './evolve.ts';
import type { Cast, CastCycle } from './generate-cast.ts';
import { listStepNames, locate, type StepName } from './names-of.ts';

type WrittenSteps = NonNullable<WrittenCycle['steps']>;
type Target = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isSensitive: boolean;
};

/** The mappings of a cycle in the next version of its manifest; none leaves the key out. */
export function drawSteps(
  draw: Draw,
  at: { readonly cast: Cast; readonly cycle: CastCycle },
  before: WrittenCycle | null,
): WrittenSteps | undefined {
  const names = listStepNames(at.cast.world, at.cycle.template);
  const steps: WrittenSteps = {};
  for (const step of names) {
    const last = before?.steps?.[step.label];
    const make = (target: Target): WrittenMapping =>
      drawMapping(draw, { ...at, names, step, target });
    const parameters = drawSlot((step.method.parameters ?? []).map(toParameter), (target) =>
      evolve(draw, before && { value: last?.parameters?.[target.name] }, () => make(target)),
    );
    const fields = drawSlot(listTargets(step.method).map(toField), (target) =>
      evolve(draw, before && { value: last?.fields?.[target.name] }, () => make(target)),
    );
    const launchVisible = drawLaunch(draw, { step, last, isNew: before === null });
    if (parameters === null && fields === null && launchVisible === null) continue;
    steps[step.label] = {
      ...(parameters === null ? {} : { parameters }),
      ...(fields === null ? {} : { fields }),
      ...(launchVisible === null ? {} : { launchVisible }),
    };
  }
  return Object.keys(steps).length === 0 ? undefined : steps;
}

type WrittenLaunch = NonNullable<WrittenStep['launchVisible']>;

// Of the first target of each list, so that often its mapping is written too.
function drawLaunch(
  draw: Draw,
  at: { readonly step: StepName; readonly last: WrittenStep | undefined; readonly isNew: boolean },
): WrittenLaunch | null {
  const { step, last, isNew } = at;
  const [parameter] = step.method.parameters ?? [];
  const [field] = listTargets(step.method);
  const show = (slot: keyof WrittenLaunch, name: string | undefined): WrittenLaunch => {
    if (name === undefined) return {};
    const before = isNew ? null : { value: last?.launchVisible?.[slot]?.[name] };
    const isVisible = evolve(draw, before, () => draw.chance(50));
    return isVisible === undefined ? {} : { [slot]: { [name]: isVisible } };
  };
  const written = {
    ...show('parameters', parameter?.name),
    ...show('fields', field === undefined ? undefined : locate(field)),
  };
  return Object.keys(written).length === 0 ? null : written;
}

function drawSlot(
  targets: readonly Target[],
  make: (target: Target) => WrittenMapping | undefined,
): Record<string, WrittenMapping> | null {
  const written: Record<string, WrittenMapping> = {};
  for (const target of targets) {
    const mapping = make(target);
    if (mapping !== undefined) written[target.name] = mapping;
  }
  return Object.keys(written).length === 0 ? null : written;
}

function toParameter(parameter: WorldParameter): Target {
  const { name, required = false, sensitive = false } = parameter;
  return { name, isRequired: required, isSensitive: sensitive };
}

function toField(field: string | WorldField): Target {
  const isRequired = typeof field !== 'string' && field.required === true;
  return { name: locate(field), isRequired, isSensitive: false };
}

type Place = {
  readonly cycle: CastCycle;
  readonly names: readonly StepName[];
  readonly step: StepName;
  readonly target: Target;
};

// A required value is never ignored, and a secret is never plain text.
function drawMapping(draw: Draw, place: Place): WrittenMapping {
  const { target } = place;
  const menu: (() => WrittenMapping)[] = [
    () => drawSecret(draw),
    ...(target.isSensitive ? [] : listTextual(draw, place)),
    ...(target.isRequired ? [] : [(): WrittenMapping => ({ ignore: true })]),
    ...listReferences(draw, place),
  ];
  return draw.pick(menu)();
}

function listTextual(draw: Draw, place: Place): (() => WrittenMapping)[] {
  const earlier = place.names.filter((name) => name.index < place.step.index);
  return [
    () => draw.pick<WrittenMapping>(['subscribed', 'Größe: #1', true, 15, '007']),
    () => ({ option: draw.pick(['Customers', 'Leads']) }),
    () => ({ lookup: draw.pick([{ value: 'a78f' }, { value: 'b', label: 'Newsletter' }]) }),
    () => ({ expression: draw.pick(['{{LastSuccessfulRunDate}}', '=1 + 1']) }),
    ...(earlier.length === 0
      ? []
      : [
          (): WrittenMapping => {
            const from = draw.pick(earlier);
            return { expression: `{{"${from.label}" "Name"}} EUR` };
          },
        ]),
  ];
}

function listReferences(draw: Draw, place: Place): (() => WrittenMapping)[] {
  const earlier = place.names.filter((name) => name.index < place.step.index);
  const variables = Object.keys(place.cycle.template.variables ?? {});
  return [
    ...(earlier.length === 0
      ? []
      : [
          (): WrittenMapping => {
            const from = draw.pick(earlier);
            const field = draw.pick(listSources(from.method));
            return { step: from.label, field: locate(field) };
          },
        ]),
    ...(variables.length === 0 ? [] : [(): WrittenMapping => ({ variable: draw.pick(variables) })]),
  ];
}
